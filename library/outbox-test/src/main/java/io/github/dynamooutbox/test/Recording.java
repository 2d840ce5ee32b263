package io.github.dynamooutbox.test;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.sdk.SdkItem;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** A client that lists the events that were committed through it, in the order of their commits. */
final class Recording implements InvocationHandler {
  private final DynamoDbClient to;
  private final RecordCodec codec;
  private final List<RecordedEvent> events = new ArrayList<>();
  private final Set<String> tokens = new HashSet<>();

  Recording(DynamoDbClient to, OutboxSchema schema) {
    this.to = to;
    this.codec = new RecordCodec(schema);
  }

  DynamoDbClient client() {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            DynamoDbClient.class.getClassLoader(), new Class<?>[] {DynamoDbClient.class}, this);
  }

  synchronized List<RecordedEvent> events() {
    return List.copyOf(events);
  }

  synchronized void clear() {
    events.clear();
    if (to instanceof InMemoryDynamoDb) {
      // Its memory of tokens is cleared, too.
      tokens.clear();
    }
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    Object[] given = arguments == null ? new Object[0] : arguments;
    if (method.isDefault() && isForm(method)) {
      // Calls the method that takes a request.
      return InvocationHandler.invokeDefault(proxy, method, given);
    }
    if (to instanceof InMemoryDynamoDb) {
      // Never waits, so that commits are listed in their order.
      synchronized (this) {
        return call(method, given);
      }
    }
    return call(method, given);
  }

  private @Nullable Object call(Method method, Object[] given) throws Throwable {
    try {
      Object response = method.invoke(to, given);
      if (given.length == 1 && given[0] instanceof TransactWriteItemsRequest request) {
        record(request);
      }
      return response;
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof UnsupportedOperationException) {
        throw new NotEvaluatedError("the operation " + method.getName());
      }
      throw e.getCause();
    }
  }

  private synchronized void record(TransactWriteItemsRequest request) {
    String token = request.clientRequestToken();
    // Under a token that it knows, DynamoDB accepts a request without applying it again.
    if (token == null || tokens.add(token)) {
      request.transactItems().forEach(this::record);
    }
  }

  /** Whether a method only takes its request in another form, or asks for page after page. */
  private static boolean isForm(Method method) {
    return method.getName().endsWith("Paginator")
        || (method.getParameterCount() == 1
            && Consumer.class.isAssignableFrom(method.getParameterTypes()[0]));
  }

  private void record(TransactWriteItem action) {
    if (action.put() != null && codec.isOutbox(new SdkItem(action.put().item()))) {
      OutboxRecord record = read(action.put().item());
      for (OutboxEvent event : record.events()) {
        events.add(
            new RecordedEvent(
                record.aggregate(),
                record.sequence(),
                event.id(),
                event.type(),
                event.contentType(),
                event.data(),
                event.headers(),
                record.context()));
      }
    }
  }

  private OutboxRecord read(Map<String, AttributeValue> item) {
    return codec
        .decode(new SdkItem(item))
        .fold(
            decoded -> decoded.record(),
            newer -> {
              throw new IllegalStateException("the record has version " + newer.version());
            },
            malformed -> {
              throw new IllegalStateException("the record is malformed: " + malformed);
            });
  }
}

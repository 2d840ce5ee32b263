package io.github.dynamooutbox.aws.control;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The conflicts that DynamoDB Local does not have: while a transaction is under way, whoever else
 * writes one of its items is refused ("Transaction conflict handling in DynamoDB", DynamoDB
 * developer guide). Thread-safe.
 */
final class Conflicts {
  /** About as long as a transaction takes. */
  private static final Duration TRANSACTION = Duration.ofMillis(15);

  private final Set<String> underWay = ConcurrentHashMap.newKeySet();
  private final AtomicInteger refused = new AtomicInteger();

  /** How many requests were refused. */
  int refused() {
    return refused.get();
  }

  DynamoDbClient on(DynamoDbClient client) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            Conflicts.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (self, method, arguments) ->
                // A request that is built on the way comes here again.
                arguments != null && arguments[0] instanceof Consumer
                    ? InvocationHandler.invokeDefault(self, method, arguments)
                    : call(client, method, arguments));
  }

  private Object call(DynamoDbClient client, Method method, Object[] arguments) throws Throwable {
    Object request = arguments == null ? "" : arguments[0];
    if (request instanceof TransactWriteItemsRequest transaction) {
      return transact(client, method, transaction);
    }
    writtenBy(request).filter(underWay::contains).findAny().ifPresent(item -> refuse());
    return invoke(client, method, arguments);
  }

  private Object transact(DynamoDbClient client, Method method, TransactWriteItemsRequest request)
      throws Throwable {
    List<String> items = request.transactItems().stream().map(Conflicts::item).toList();
    List<String> taken = items.stream().filter(underWay::add).toList();
    try {
      if (taken.size() < items.size()) {
        refused.incrementAndGet();
        throw TransactionCanceledException.builder()
            .cancellationReasons(
                items.stream()
                    .map(item -> taken.contains(item) ? "None" : "TransactionConflict")
                    .map(code -> CancellationReason.builder().code(code).build())
                    .toList())
            .build();
      }
      LockSupport.parkNanos(TRANSACTION.toNanos());
      return invoke(client, method, new Object[] {request});
    } finally {
      taken.forEach(underWay::remove);
    }
  }

  private void refuse() {
    refused.incrementAndGet();
    throw TransactionConflictException.builder()
        .awsErrorDetails(
            AwsErrorDetails.builder().errorCode("TransactionConflictException").build())
        .build();
  }

  private static Stream<String> writtenBy(Object request) {
    if (request instanceof UpdateItemRequest update) {
      return Stream.of(key(update.key()));
    }
    if (request instanceof PutItemRequest put) {
      return Stream.of(key(put.item()));
    }
    return request instanceof DeleteItemRequest delete
        ? Stream.of(key(delete.key()))
        : Stream.empty();
  }

  private static String item(TransactWriteItem action) {
    return Stream.of(
            action.put() == null ? null : action.put().item(),
            action.update() == null ? null : action.update().key(),
            action.delete() == null ? null : action.delete().key(),
            action.conditionCheck() == null ? null : action.conditionCheck().key())
        .filter(Objects::nonNull)
        .map(Conflicts::key)
        .collect(Collectors.joining());
  }

  private static String key(Map<String, AttributeValue> attributes) {
    return attributes.get("PK").s() + ' ' + attributes.get("SK").s();
  }

  private static Object invoke(DynamoDbClient client, Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(client, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}

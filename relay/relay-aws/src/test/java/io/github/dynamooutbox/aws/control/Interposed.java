package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Clients that do something besides. */
final class Interposed {
  private Interposed() {}

  /** The request is carried out, and its answer never arrives. */
  static DynamoDbClient losingAnswers(DynamoDbClient client, Predicate<String> ofOperation) {
    return proxy(
        (method, call) -> {
          Object answer = call.run();
          if (ofOperation.test(method)) {
            throw SdkClientException.create("the answer was lost");
          }
          return answer;
        },
        client);
  }

  /** Every other request waits a little first, so that others get in between. */
  static DynamoDbClient pausing(DynamoDbClient client, Duration most) {
    return proxy(
        (method, call) -> {
          ThreadLocalRandom random = ThreadLocalRandom.current();
          if (random.nextBoolean()) {
            LockSupport.parkNanos(random.nextLong(most.toNanos()));
          }
          return call.run();
        },
        client);
  }

  static DynamoDbClient noting(DynamoDbClient client, Queue<String> operations) {
    return proxy(
        (method, call) -> {
          operations.add(method);
          return call.run();
        },
        client);
  }

  /** Something happens before the first call of an operation, or the second, ... */
  static DynamoDbClient interrupted(
      DynamoDbClient client, String operation, int call, Runnable meanwhile) {
    AtomicInteger calls = new AtomicInteger();
    return proxy(
        (method, inner) -> {
          if (method.equals(operation) && calls.incrementAndGet() == call) {
            meanwhile.run();
          }
          return inner.run();
        },
        client);
  }

  /**
   * Answers with so many items at once and leaves the rest for later requests, as DynamoDB does
   * after 1 MB, or 16 MB of a batch, or without capacity.
   */
  static DynamoDbClient inPages(DynamoDbClient client, int items) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            Interposed.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (self, method, arguments) -> {
              Object request = arguments == null ? "" : arguments[0];
              requireConsistent(request);
              if (method.getName().endsWith("Paginator") || request instanceof Consumer) {
                return InvocationHandler.invokeDefault(self, method, arguments);
              } else if (request instanceof QueryRequest query) {
                return client.query(query.toBuilder().limit(least(query.limit(), items)).build());
              } else if (request instanceof BatchGetItemRequest get) {
                return some(client, get, items);
              }
              return carriedOut(client, method, arguments);
            });
  }

  /** What a read misses that has just been written is published twice, or out of order. */
  private static void requireConsistent(Object request) {
    if (request instanceof GetItemRequest get) {
      assertThat(get.consistentRead()).as("consistent: " + get).isTrue();
    } else if (request instanceof QueryRequest query) {
      assertThat(query.consistentRead()).as("consistent: " + query).isTrue();
    } else if (request instanceof BatchGetItemRequest batch) {
      assertThat(batch.requestItems().values())
          .as("consistent: " + batch)
          .allMatch(get -> Boolean.TRUE.equals(get.consistentRead()));
    }
  }

  private static int least(@Nullable Integer limit, int items) {
    return limit == null ? items : Math.min(limit, items);
  }

  private static BatchGetItemResponse some(
      DynamoDbClient client, BatchGetItemRequest request, int items) {
    Map.Entry<String, KeysAndAttributes> only = request.requestItems().entrySet().iterator().next();
    List<Map<String, AttributeValue>> keys = only.getValue().keys();
    int some = Math.min(items, keys.size());
    BatchGetItemResponse answer =
        client.batchGetItem(get -> get.requestItems(of(only, keys.subList(0, some))));
    return answer.toBuilder()
        .unprocessedKeys(some == keys.size() ? Map.of() : of(only, keys.subList(some, keys.size())))
        .build();
  }

  private static Map<String, KeysAndAttributes> of(
      Map.Entry<String, KeysAndAttributes> all, List<Map<String, AttributeValue>> keys) {
    return Map.of(all.getKey(), all.getValue().toBuilder().keys(keys).build());
  }

  private interface Around {
    Object run(String method, Invocation call) throws Throwable;
  }

  private interface Invocation {
    Object run() throws Throwable;
  }

  private static DynamoDbClient proxy(Around around, DynamoDbClient client) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            Interposed.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (self, method, arguments) ->
                around.run(method.getName(), () -> carriedOut(client, method, arguments)));
  }

  private static Object carriedOut(DynamoDbClient client, Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(client, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}

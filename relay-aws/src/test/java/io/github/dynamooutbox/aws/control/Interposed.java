package io.github.dynamooutbox.aws.control;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

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
                around.run(
                    method.getName(),
                    () -> {
                      try {
                        return method.invoke(client, arguments);
                      } catch (InvocationTargetException e) {
                        throw e.getCause();
                      }
                    }));
  }
}

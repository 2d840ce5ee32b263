package io.github.dynamooutbox.kcl.internal.lease;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.kinesis.KinesisAsyncClient;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.leases.LeaseCoordinator;
import software.amazon.kinesis.leases.LeaseManagementConfig;
import software.amazon.kinesis.leases.LeaseManagementFactory;
import software.amazon.kinesis.leases.dynamodb.DynamoDBLeaseCoordinator;

/**
 * Lets KCL's only loop continue while leases are renewed. The loop takes each step of each shard's
 * start, and asks before which leases the worker holds; KCL answers once no write of any of them is
 * in flight. With a slow lease table there is always one.
 */
final class UnblockedLeases extends LeaseManagementConfig {
  private static final Executor THREADS = Executors.newCachedThreadPool(UnblockedLeases::daemon);

  UnblockedLeases(
      String table,
      String application,
      DynamoDbAsyncClient dynamoDb,
      KinesisAsyncClient streams,
      String worker) {
    super(table, application, dynamoDb, streams, worker);
  }

  @Override
  public LeaseManagementConfig leaseManagementFactory(LeaseManagementFactory factory) {
    return super.leaseManagementFactory(
        proxy(
            LeaseManagementFactory.class,
            (method, arguments) -> {
              Object made = call(factory, method, arguments);
              return made instanceof LeaseCoordinator leases ? unblocked(leases) : made;
            }));
  }

  /** Answers which leases are held as it did before, while KCL would wait. */
  static LeaseCoordinator unblocked(LeaseCoordinator leases) {
    Unblocked<Collection<Lease>> held =
        new Unblocked<>(() -> CompletableFuture.supplyAsync(leases::getAssignments, THREADS));
    return proxy(
        LeaseCoordinator.class,
        (method, arguments) ->
            switch (method.getName()) {
              case "getAssignments" -> held.await();
              case "getCurrentAssignments" ->
                  held.await().stream()
                      .map(DynamoDBLeaseCoordinator::convertLeaseToAssignment)
                      .toList();
              default -> call(leases, method, arguments);
            });
  }

  private interface Called {
    @Nullable Object with(Method method, Object @Nullable [] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Called called) {
    return type.cast(
        Proxy.newProxyInstance(
            UnblockedLeases.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> called.with(method, arguments)));
  }

  private static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "outbox-held-leases");
    thread.setDaemon(true);
    return thread;
  }
}

package io.github.dynamooutbox.kcl.internal.lease;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Makes a call that has no answer yet a second time, over another connection and beside the first:
 * its connection may have died without a reset, or the table may only be slow. If the first attempt
 * were given up instead, its answer would be lost, and what is left of the call be too short for
 * another one.
 */
final class SecondTries {
  private static final Executor THREADS = Executors.newCachedThreadPool(SecondTries::daemon);

  private final DynamoDbAsyncClient client;
  private final Duration after;

  private SecondTries(DynamoDbAsyncClient client, Duration after) {
    this.client = client;
    this.after = after;
  }

  /**
   * @param after how long the first try is alone
   */
  static DynamoDbAsyncClient of(DynamoDbAsyncClient client, Duration after) {
    SecondTries tries = new SecondTries(client, after);
    return (DynamoDbAsyncClient)
        Proxy.newProxyInstance(
            SecondTries.class.getClassLoader(),
            new Class<?>[] {DynamoDbAsyncClient.class},
            (self, method, arguments) -> tries.made(method, arguments));
  }

  private @Nullable Object made(Method method, Object @Nullable [] arguments) throws Throwable {
    Object result = call(method, arguments);
    return result instanceof CompletableFuture<?> first && mayBeRepeated(arguments)
        ? answer(first, method, arguments)
        : result;
  }

  private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(client, arguments);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  /** A late report of a worker's load would let one that has left be assigned leases again. */
  private static boolean mayBeRepeated(Object @Nullable [] arguments) {
    return arguments == null
        || !(arguments[0] instanceof UpdateItemRequest update)
        || !update.key().containsKey(LeaseCalls.WORKER);
  }

  private <T> CompletableFuture<T> answer(
      CompletableFuture<T> first, Method method, Object @Nullable [] arguments) {
    Tries<T> tries = new Tries<>(first);
    CompletableFuture<Void> due =
        new CompletableFuture<Void>()
            .completeOnTimeout(null, after.toNanos(), TimeUnit.NANOSECONDS);
    var unused = due.thenRunAsync(() -> second(tries, method, arguments), THREADS);
    var unusedEnd = tries.answer.whenComplete((answer, failure) -> due.cancel(false));
    return tries.answer;
  }

  @SuppressWarnings("unchecked") // The same method returns the same type.
  private <T> void second(Tries<T> tries, Method method, Object @Nullable [] arguments) {
    if (tries.answer.isDone()) {
      return;
    }
    tries.pending.incrementAndGet();
    try {
      tries.add((CompletableFuture<T>) Objects.requireNonNull(call(method, arguments)));
    } catch (Throwable e) {
      tries.failed(e);
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "outbox-second-try");
    thread.setDaemon(true);
    return thread;
  }

  /** The tries of a call: the first success is the answer, or the failure of the last one. */
  private static final class Tries<T> {
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private final AtomicInteger pending = new AtomicInteger(1);
    private volatile @Nullable Throwable said;

    Tries(CompletableFuture<T> first) {
      add(first);
    }

    void add(CompletableFuture<T> attempt) {
      var unused =
          attempt.whenComplete(
              (result, failure) -> {
                if (failure == null) {
                  answer.complete(result);
                } else {
                  failed(failure);
                }
              });
      var unusedEnd = answer.whenComplete((result, failure) -> attempt.cancel(true));
    }

    /**
     * What the table says counts, also if the other try has no answer. When the first has waited
     * for as long as a call may take, the call ends.
     */
    void failed(Throwable failure) {
      Throwable cause =
          failure instanceof CompletionException && failure.getCause() != null
              ? failure.getCause()
              : failure;
      if (said == null || cause instanceof AwsServiceException) {
        said = cause;
      }
      if (pending.decrementAndGet() == 0 || cause instanceof ApiCallTimeoutException) {
        answer.completeExceptionally(said);
      }
    }
  }
}

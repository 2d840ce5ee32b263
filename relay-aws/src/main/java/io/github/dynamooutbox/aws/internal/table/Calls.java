package io.github.dynamooutbox.aws.internal.table;

import io.github.dynamooutbox.aws.internal.call.BlockingCall;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Requests to one table, off the caller's thread. */
public final class Calls {
  /** A request, or several one after the other. */
  public interface Call<T> {
    T on(DynamoDbClient client);
  }

  /** For about two seconds: when a target goes down, every shard wants to name its backlogs. */
  private static final int CONFLICT_ATTEMPTS = 10;

  private static final long FIRST_CONFLICT_DELAY_MILLIS = 10;
  private static final long MOST_DELAY_MILLIS = 1_000;

  private final DynamoDbClient client;
  private final String table;
  private final Executor executor;

  public Calls(DynamoDbClient client, String table, Executor executor) {
    this.client = client;
    this.table = table;
    this.executor = executor;
  }

  public String table() {
    return table;
  }

  /** Runs what has no result. */
  public CompletableFuture<Void> does(Consumer<DynamoDbClient> call) {
    return done(run(asCall(call)));
  }

  /** Work that takes a while and needs no request. */
  public <T> CompletableFuture<T> inBackground(Callable<T> work) {
    return BlockingCall.start(work, executor);
  }

  public <T> CompletableFuture<T> run(Call<T> call) {
    Callable<T> work = () -> call.on(client);
    return BlockingCall.start(work, executor);
  }

  /**
   * Repeats a call a few times, with full jitter, while others are in its way or there are no units
   * left: that is no failure.
   */
  public <T> CompletableFuture<T> runThroughContention(Call<T> call) {
    return attempt(call, 1);
  }

  /** The same for what has no result. */
  public CompletableFuture<Void> doesThroughContention(Consumer<DynamoDbClient> call) {
    return done(runThroughContention(asCall(call)));
  }

  private static Call<Boolean> asCall(Consumer<DynamoDbClient> call) {
    return client -> {
      call.accept(client);
      return true;
    };
  }

  private static CompletableFuture<Void> done(CompletableFuture<Boolean> call) {
    return call.thenAccept(done -> {});
  }

  private <T> CompletableFuture<T> attempt(Call<T> call, int attempt) {
    return run(call)
        .exceptionallyCompose(
            failure ->
                attempt < CONFLICT_ATTEMPTS && Contention.isCauseOf(failure)
                    ? after(delayMillis(attempt), () -> attempt(call, attempt + 1))
                    : CompletableFuture.failedFuture(failure));
  }

  /**
   * Starts a call after a pause with full jitter.
   *
   * @param attempt the longer the higher, from 1
   */
  public <T> CompletableFuture<T> afterPause(int attempt, Supplier<CompletableFuture<T>> start) {
    return after(delayMillis(attempt), start);
  }

  private static long delayMillis(int attempt) {
    long most = Math.min(FIRST_CONFLICT_DELAY_MILLIS << attempt, MOST_DELAY_MILLIS);
    return ThreadLocalRandom.current().nextLong(most + 1);
  }

  /** Only starts the call on the timer's thread: an executor that refuses it fails the future. */
  private static <T> CompletableFuture<T> after(long millis, Supplier<CompletableFuture<T>> start) {
    Executor timer =
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, Runnable::run);
    return CompletableFuture.runAsync(() -> {}, timer).thenCompose(nothing -> start.get());
  }
}

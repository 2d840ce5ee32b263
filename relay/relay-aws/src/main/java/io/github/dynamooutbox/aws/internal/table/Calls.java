package io.github.dynamooutbox.aws.internal.table;

import io.github.dynamooutbox.aws.internal.call.BlockingCall;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Requests to one table, off the caller's thread. */
public final class Calls {
  /** A request, or several one after the other. */
  public interface Call<T> {
    T on(DynamoDbClient client);
  }

  /**
   * Enough for about two seconds: when a target goes down, every shard names its backlogs at once.
   */
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

  /** Runs a call without a result. */
  public CompletableFuture<Void> execute(Consumer<DynamoDbClient> call) {
    return done(run(asCall(call)));
  }

  /** Runs work that takes a while and makes no request. */
  public <T> CompletableFuture<T> inBackground(Callable<T> work) {
    return BlockingCall.start(work, executor);
  }

  public <T> CompletableFuture<T> run(Call<T> call) {
    Callable<T> work = () -> call.on(client);
    return BlockingCall.start(work, executor);
  }

  /**
   * Runs a call, and repeats it a few times with full jitter while it conflicts with others or
   * there is no capacity left: neither is a failure.
   */
  public <T> CompletableFuture<T> runThroughContention(Call<T> call) {
    return attempt(call, 1);
  }

  /** The same for a call without a result. */
  public CompletableFuture<Void> executeThroughContention(Consumer<DynamoDbClient> call) {
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
   * @param attempt counts from 1; the pause grows with it
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

  /**
   * Failures that only mean that there are many requests at once: one conflicts with another, or a
   * partition or the table has no capacity left. Nothing was written, and the table is not at
   * fault.
   */
  public static final class Contention {
    /** "Error handling with DynamoDB", DynamoDB developer guide: the errors to retry. */
    private static final Set<String> CODES =
        Set.of(
            "TransactionConflictException",
            "TransactionInProgressException",
            "ProvisionedThroughputExceededException",
            "ThrottlingException",
            "RequestLimitExceeded");

    private Contention() {}

    public static boolean isCauseOf(Throwable failure) {
      Throwable cause = BlockingCall.causeOf(failure);
      if (cause instanceof TransactionCanceledException cancelled) {
        return Cancellation.of(cancelled).isContention();
      }
      if (cause instanceof ProvisionedThroughputExceededException) {
        return true;
      }
      return cause instanceof AwsServiceException service
          && service.awsErrorDetails() != null
          && CODES.contains(service.awsErrorDetails().errorCode());
    }
  }
}

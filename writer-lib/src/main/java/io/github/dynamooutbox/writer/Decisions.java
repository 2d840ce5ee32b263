package io.github.dynamooutbox.writer;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Loads, decides and commits again if another transaction was faster. DynamoDB has written nothing
 * of the slower one, so another attempt is safe.
 */
final class Decisions {
  private final CommitRetry retry;
  private final RandomGenerator random;

  Decisions(CommitRetry retry, RandomGenerator random) {
    this.retry = retry;
    this.random = random;
  }

  CommitResult run(
      Supplier<OutboxTransaction> decision,
      Predicate<PreconditionFailedException> again,
      Sleeper sleeper) {
    for (int attempt = 1; ; attempt++) {
      try {
        return decision.get().commit();
      } catch (PreconditionFailedException e) {
        if (attempt >= retry.attempts() || !again.test(e)) {
          throw e;
        }
        sleep(attempt, e, sleeper);
      }
    }
  }

  private void sleep(int attempt, PreconditionFailedException refusal, Sleeper sleeper) {
    try {
      sleeper.sleep(retry.pause(attempt, random));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      refusal.addSuppressed(e);
      throw refusal;
    }
  }

  CompletableFuture<CommitResult> start(
      Supplier<? extends CompletionStage<AsyncOutboxTransaction>> decision,
      Predicate<PreconditionFailedException> again,
      Delay delay) {
    return start(decision, again, delay, 1);
  }

  private CompletableFuture<CommitResult> start(
      Supplier<? extends CompletionStage<AsyncOutboxTransaction>> decision,
      Predicate<PreconditionFailedException> again,
      Delay delay,
      int attempt) {
    CompletableFuture<CommitResult> commit;
    try {
      commit = decision.get().thenCompose(AsyncOutboxTransaction::commit).toCompletableFuture();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
    return commit.exceptionallyCompose(
        failure -> {
          Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
          return cause instanceof PreconditionFailedException refusal
                  && attempt < retry.attempts()
                  && again.test(refusal)
              ? after(retry.pause(attempt, random), delay)
                  .thenCompose(waited -> start(decision, again, delay, attempt + 1))
              : CompletableFuture.failedFuture(cause);
        });
  }

  private static CompletableFuture<Boolean> after(Duration pause, Delay delay) {
    CompletableFuture<Boolean> waited = new CompletableFuture<>();
    try {
      var unused = delay.run(pause, () -> waited.complete(true));
    } catch (RuntimeException e) {
      waited.completeExceptionally(e);
    }
    return waited;
  }
}

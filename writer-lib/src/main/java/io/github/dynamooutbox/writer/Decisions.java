package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.internal.commit.Delay;
import io.github.dynamooutbox.writer.internal.commit.Futures;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
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
        BlockingCommit.sleep(sleeper, retry.pause(attempt, random), e);
      }
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
          Throwable cause = Futures.unwrapped(failure);
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

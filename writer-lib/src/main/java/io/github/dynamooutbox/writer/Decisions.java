package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.internal.commit.Delay;
import io.github.dynamooutbox.writer.internal.commit.Futures;
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
        if (attempt >= retry.attempts()
            || !again.test(e)
            || !BlockingCommit.sleeps(sleeper, retry.pause(attempt, random), e)) {
          throw e;
        }
      }
    }
  }

  /** Cancelling the result cancels the current step, and no other follows. */
  CompletableFuture<CommitResult> start(
      Supplier<? extends CompletionStage<AsyncOutboxTransaction>> decision,
      Predicate<PreconditionFailedException> again,
      Delay delay) {
    CompletableFuture<CommitResult> result = new CompletableFuture<>();
    attempt(new Attempt(decision, again, delay, result), 1);
    return result;
  }

  private record Attempt(
      Supplier<? extends CompletionStage<AsyncOutboxTransaction>> decision,
      Predicate<PreconditionFailedException> again,
      Delay delay,
      CompletableFuture<CommitResult> result) {

    CompletableFuture<CommitResult> commit() {
      CompletableFuture<AsyncOutboxTransaction> decided =
          Futures.cancelWith(result, decision.get().toCompletableFuture());
      return decided.thenCompose(
          transaction ->
              result.isDone() ? result : Futures.cancelWith(result, transaction.commit()));
    }
  }

  private void attempt(Attempt attempt, int number) {
    CompletableFuture<CommitResult> result = attempt.result();
    if (result.isDone()) {
      return;
    }
    try {
      CompletableFuture<?> unused =
          attempt
              .commit()
              .whenComplete(
                  (committed, failure) -> {
                    if (failure == null) {
                      result.complete(committed);
                    } else {
                      refused(attempt, number, Futures.unwrapped(failure));
                    }
                  });
    } catch (RuntimeException | Error e) {
      result.completeExceptionally(e);
    }
  }

  private void refused(Attempt attempt, int number, Throwable failure) {
    CompletableFuture<CommitResult> result = attempt.result();
    try {
      if (failure instanceof PreconditionFailedException refusal
          && number < retry.attempts()
          && !result.isDone()
          && attempt.again().test(refusal)) {
        var unused =
            Futures.cancelWith(
                result,
                attempt
                    .delay()
                    .run(retry.pause(number, random), () -> attempt(attempt, number + 1)));
      } else {
        result.completeExceptionally(failure);
      }
    } catch (RuntimeException | Error e) {
      result.completeExceptionally(e);
    }
  }
}

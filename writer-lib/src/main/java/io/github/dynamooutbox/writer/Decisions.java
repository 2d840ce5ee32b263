package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.ForeignFailures;
import io.github.dynamooutbox.writer.CommitListener.Ending;
import io.github.dynamooutbox.writer.CommitListener.Report;
import io.github.dynamooutbox.writer.OutboxSettings.Attempts;
import io.github.dynamooutbox.writer.internal.commit.Futures;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Loads, decides and commits again if another transaction was faster. DynamoDB has written nothing
 * of the slower one, so another attempt is safe.
 */
final class Decisions {
  private final Attempts settings;

  Decisions(Attempts settings) {
    this.settings = settings;
  }

  CommitResult run(
      Supplier<OutboxTransaction> decision, Predicate<PreconditionFailedException> again) {
    for (int attempt = 1; ; attempt++) {
      HeldReport report = new HeldReport(settings.listener());
      boolean decidesAgain = false;
      try {
        return decision.get().commit(report.listener());
      } catch (PreconditionFailedException e) {
        decidesAgain =
            attempt < settings.decisions().attempts()
                && again.test(e)
                && BlockingCommit.sleeps(settings.sleeper(), pause(attempt), e);
        if (!decidesAgain) {
          throw e;
        }
      } finally {
        report.pass(decidesAgain);
      }
    }
  }

  private Duration pause(int attempt) {
    return settings.decisions().pause(attempt, settings.random());
  }

  /**
   * Cancelling the result cancels the current step, and no other follows.
   *
   * @param completed adds to what was decided
   */
  CompletableFuture<CommitResult> start(
      Supplier<? extends CompletionStage<AsyncOutboxTransaction>> decision,
      UnaryOperator<AsyncOutboxTransaction> completed) {
    CompletableFuture<CommitResult> result = new CompletableFuture<>();
    attempt(decision, completed, result, 1);
    return result;
  }

  private void attempt(
      Supplier<? extends CompletionStage<AsyncOutboxTransaction>> decision,
      UnaryOperator<AsyncOutboxTransaction> completed,
      CompletableFuture<CommitResult> result,
      int attempt) {
    if (result.isDone()) {
      return;
    }
    HeldReport report = new HeldReport(settings.listener());
    try {
      CompletableFuture<?> unused =
          Futures.cancelWith(result, decision.get().toCompletableFuture())
              .thenCompose(
                  transaction ->
                      result.isDone()
                          ? result
                          : Futures.cancelWith(
                              result, completed.apply(transaction).commit(report.listener())))
              .whenComplete(
                  (committed, failure) -> {
                    boolean decidesAgain =
                        failure != null && isAgain(Futures.unwrapped(failure), result, attempt);
                    try {
                      report.pass(decidesAgain);
                    } catch (RuntimeException | Error e) {
                      result.completeExceptionally(e);
                      return;
                    }
                    if (failure == null) {
                      result.complete(committed);
                    } else if (decidesAgain) {
                      later(
                          () -> attempt(decision, completed, result, attempt + 1),
                          result,
                          attempt,
                          Futures.unwrapped(failure));
                    } else {
                      result.completeExceptionally(Futures.unwrapped(failure));
                    }
                  });
    } catch (RuntimeException | Error e) {
      result.completeExceptionally(e);
    }
  }

  private boolean isAgain(Throwable failure, CompletableFuture<?> result, int attempt) {
    return failure instanceof PreconditionFailedException
        && attempt < settings.decisions().attempts()
        && !result.isDone();
  }

  private void later(
      Runnable task, CompletableFuture<CommitResult> result, int attempt, Throwable refusal) {
    try {
      var unused = Futures.cancelWith(result, settings.delay().run(pause(attempt), task));
    } catch (RuntimeException | Error e) {
      if (ForeignFailures.isOfTheMachine(e)) {
        result.completeExceptionally(e);
      } else {
        refusal.addSuppressed(e);
        result.completeExceptionally(refusal);
      }
    }
  }

  /** Holds the report of one attempt of a decision until it is known whether another follows. */
  private static final class HeldReport {
    private final Optional<CommitListener> listener;
    private volatile @Nullable Report held;

    HeldReport(Optional<CommitListener> listener) {
      this.listener = listener;
    }

    /** The listener of the attempt, if there is one to report to. */
    Optional<CommitListener> listener() {
      return listener.isPresent() ? Optional.of(report -> held = report) : Optional.empty();
    }

    void pass(boolean decidesAgain) {
      Report report = held;
      if (report != null) {
        listener
            .orElseThrow()
            .committed(decidesAgain ? report.ending(Ending.DECIDED_AGAIN) : report);
      }
    }
  }
}

package io.github.dynamooutbox.writer;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A transaction of {@link AsyncOutbox}. Not thread-safe; commits once. */
public final class AsyncOutboxTransaction extends TransactionBuilder<AsyncOutboxTransaction> {
  private final Function<CommitPlan, CompletableFuture<CommitResult>> commit;

  AsyncOutboxTransaction(
      CommitPlanner planner, Function<CommitPlan, CompletableFuture<CommitResult>> commit) {
    super(planner);
    this.commit = commit;
  }

  /**
   * As {@link OutboxTransaction#commit}, but without blocking, neither here nor between attempts.
   * Payloads are serialised and checked on the calling thread; whatever is wrong completes the
   * future exceptionally. Cancelling this very future cancels the call that is under way and stops
   * further attempts; the outcome is then unknown.
   *
   * @throws IllegalStateException if commit was called before
   */
  public CompletableFuture<CommitResult> commit() {
    begin();
    CommitPlan plan;
    try {
      plan = plan();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
    return commit.apply(plan);
  }

  @Override
  AsyncOutboxTransaction self() {
    return this;
  }
}

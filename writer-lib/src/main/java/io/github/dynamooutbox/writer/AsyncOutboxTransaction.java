package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.internal.commit.Futures;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/** A transaction of {@link AsyncOutbox}. Not thread-safe; commits once. */
public final class AsyncOutboxTransaction extends TransactionBuilder<AsyncOutboxTransaction> {
  private final BiFunction<CommitPlan, Optional<CommitListener>, CompletableFuture<CommitResult>>
      commit;
  private final Optional<CommitListener> listener;

  AsyncOutboxTransaction(
      CommitPlanner planner,
      Optional<CommitListener> listener,
      BiFunction<CommitPlan, Optional<CommitListener>, CompletableFuture<CommitResult>> commit) {
    super(planner);
    this.listener = listener;
    this.commit = commit;
  }

  /**
   * As {@link OutboxTransaction#commit}, but never blocks, not even between attempts. Payloads are
   * serialised and checked on the calling thread; errors complete the future exceptionally.
   * Cancelling the returned future cancels the current request and prevents further attempts; the
   * outcome is then unknown.
   *
   * @throws IllegalStateException if the transaction has already been sent
   */
  public CompletableFuture<CommitResult> commit() {
    return commit(listener);
  }

  CompletableFuture<CommitResult> commit(Optional<CommitListener> reported) {
    checkNotBegun();
    CommitTracing.Span span = startSpan();
    CompletableFuture<CommitResult> result;
    try {
      result = commit.apply(begin(), reported);
    } catch (RuntimeException | Error e) {
      endSpan(span, Optional.of(e));
      return CompletableFuture.failedFuture(e);
    }
    CompletableFuture<CommitResult> unused =
        result.whenComplete(
            (committed, failure) ->
                endSpan(span, Optional.ofNullable(failure).map(Futures::unwrapped)));
    return result;
  }

  @Override
  AsyncOutboxTransaction self() {
    return this;
  }
}

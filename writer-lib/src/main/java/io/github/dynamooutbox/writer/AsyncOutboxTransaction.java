package io.github.dynamooutbox.writer;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** A transaction of {@link AsyncOutbox}. Not thread-safe; commits once. */
public final class AsyncOutboxTransaction extends TransactionBuilder<AsyncOutboxTransaction> {
  private final DynamoDbAsyncClient client;

  AsyncOutboxTransaction(CommitPlanner planner, DynamoDbAsyncClient client) {
    super(planner);
    this.client = client;
  }

  /**
   * As {@link OutboxTransaction#commit}, but without blocking. Payloads are serialised and checked
   * on the calling thread; whatever is wrong completes the future exceptionally. Cancelling the
   * future cancels the call, whose outcome is then unknown.
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
    return send(plan);
  }

  private CompletableFuture<CommitResult> send(CommitPlan plan) {
    CompletableFuture<TransactWriteItemsResponse> call = client.transactWriteItems(plan.request());
    CompletableFuture<CommitResult> result = new CompletableFuture<>();
    // Both only hand the outcome on: there is nothing to wait for.
    CompletableFuture<?> unused =
        call.whenComplete((response, failure) -> complete(result, plan, failure));
    unused =
        result.whenComplete(
            (ignored, failure) -> {
              if (result.isCancelled()) {
                call.cancel(true);
              }
            });
    return result;
  }

  private static void complete(
      CompletableFuture<CommitResult> result, CommitPlan plan, @Nullable Throwable failure) {
    if (failure == null) {
      result.complete(plan.result());
      return;
    }
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    result.completeExceptionally(
        cause instanceof TransactionCanceledException cancelled
            ? Cancellation.translate(cancelled, plan)
            : cause);
  }

  @Override
  AsyncOutboxTransaction self() {
    return this;
  }
}

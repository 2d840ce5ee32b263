package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.OutboxSettings.Attempts;
import io.github.dynamooutbox.writer.internal.commit.Futures;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * {@link Outbox} for services that must not block. Thread-safe; owns no resources and need not be
 * closed.
 */
public final class AsyncOutbox {
  private final DynamoDbAsyncClient client;
  private final CommitPlanner planner;
  private final Attempts attempts;
  private final Decisions decisions;

  private AsyncOutbox(DynamoDbAsyncClient client, OutboxSettings settings) {
    this.client = client;
    this.planner = new CommitPlanner(settings);
    this.attempts = settings.attempts();
    this.decisions = new Decisions(attempts);
  }

  public static OutboxBuilder<AsyncOutbox> builder(DynamoDbAsyncClient client) {
    return new OutboxBuilder<>(
        settings -> new AsyncOutbox(client, settings), client::serviceClientConfiguration);
  }

  /**
   * Loads, decides and commits, and repeats all of it if another transaction was faster ({@link
   * PreconditionFailedException}): a limited number of times, with random pauses, see {@link
   * OutboxBuilder#decisions}. Any other exception ends it.
   *
   * <p>Cancelling the returned future cancels the current step, the decision's own future among
   * them, and no other follows.
   *
   * @param decision loads what it needs and returns the transaction without committing it; called
   *     once for each attempt
   */
  public CompletableFuture<CommitResult> commit(
      Supplier<? extends CompletionStage<AsyncOutboxTransaction>> decision) {
    return decisions.start(decision, UnaryOperator.identity());
  }

  /**
   * As {@link Outbox#commit(Command, Supplier)}, without blocking.
   *
   * @param decision has no side effects, because it may be called for a command that is already
   *     committed; sets no idempotency key, and no other tenant than the command's
   */
  public CompletableFuture<CommitResult> commit(
      Command command, Supplier<? extends CompletionStage<AsyncOutboxTransaction>> decision) {
    CompletableFuture<CommitResult> result = new CompletableFuture<>();
    CompletableFuture<CommitResult> commit =
        Futures.cancelWith(
            result, decisions.start(decision, transaction -> transaction.under(command)));
    Futures.completeWith(
        result,
        commit.exceptionallyCompose(
            failure -> {
              Throwable refusal = Futures.unwrapped(failure);
              return result.isDone() || refusal instanceof Error || isAboutMarker(refusal)
                  ? CompletableFuture.failedFuture(refusal)
                  : Futures.cancelWith(result, known(command, refusal));
            }));
    return result;
  }

  private static boolean isAboutMarker(Throwable failure) {
    return failure instanceof IdempotencyKeyMisusedException
        || failure instanceof UnreadableMarkerException
        || failure instanceof CommitOutcomeUnknownException;
  }

  private CompletableFuture<CommitResult> known(Command command, Throwable refusal) {
    CommitRun lookup = new CommitRun(planner.lookup(command), attempts);
    return new AsyncCommit(client, attempts.delay(), lookup).known(refusal);
  }

  /** Starts a transaction. Nothing is sent before its {@code commit}. */
  public AsyncOutboxTransaction transaction() {
    return new AsyncOutboxTransaction(planner, attempts.listener(), this::commit);
  }

  private CompletableFuture<CommitResult> commit(
      CommitPlan plan, Optional<CommitListener> listener) {
    return plan.uploads()
        .before(
            () ->
                new AsyncCommit(
                        client, attempts.delay(), new CommitRun(plan, attempts.with(listener)))
                    .start());
  }
}

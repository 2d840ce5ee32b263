package io.github.dynamooutbox.writer;

import java.util.Optional;
import java.util.function.BiFunction;

/** A transaction of {@link Outbox}. Not thread-safe; commits once. */
public final class OutboxTransaction extends TransactionBuilder<OutboxTransaction> {
  private final BiFunction<CommitPlan, Optional<CommitListener>, CommitResult> commit;
  private final Optional<CommitListener> listener;

  OutboxTransaction(
      CommitPlanner planner,
      Optional<CommitListener> listener,
      BiFunction<CommitPlan, Optional<CommitListener>, CommitResult> commit) {
    super(planner);
    this.listener = listener;
    this.commit = commit;
  }

  /**
   * Writes everything or nothing. Rules, sizes and counts are checked before anything is sent. A
   * transaction that DynamoDB refuses because of a conflict or throttling, or does not answer, is
   * retried according to {@link CommitRetry}; the calling thread waits meanwhile. All attempts are
   * the same request with the same token, so that neither they nor the SDK's own retries can write
   * twice. The commit ends by its deadline ({@link OutboxBuilder#commitTimeout}, {@link #timeout}).
   *
   * <p>Exceptions of the SDK after which it is certain that nothing was written pass through. If
   * the thread is interrupted while it waits, the last refusal is thrown and the interrupt flag
   * stays set.
   *
   * @throws InvalidTransactionException if the transaction breaks a rule or a limit
   * @throws PayloadSerializationException if a payload cannot be serialised
   * @throws PayloadNotStoredException if a large payload could not be stored
   * @throws VersionTakenException if another transaction has already committed events of an
   *     aggregate at this version
   * @throws ConditionFailedException if a condition of one of the caller's actions does not hold
   * @throws IdempotencyKeyMisusedException if the idempotency key belongs to another command
   * @throws CommitConflictException if other transactions kept changing the same items
   * @throws CommitThrottledException if DynamoDB kept throttling
   * @throws CommitOutcomeUnknownException if it is unknown whether the transaction was committed
   * @throws TransactionCancelledException if DynamoDB cancelled the transaction for another reason
   * @throws UnreadableMarkerException if a later version of this library committed the command
   *     before, and its marker cannot be read
   * @throws IllegalStateException if the transaction has already been sent
   */
  public CommitResult commit() {
    return commit(listener);
  }

  CommitResult commit(Optional<CommitListener> reported) {
    checkNotBegun();
    CommitTracing.Span span = startSpan();
    CommitResult result;
    try {
      result = commit.apply(begin(), reported);
    } catch (RuntimeException | Error e) {
      endSpan(span, Optional.of(e));
      throw e;
    }
    endSpan(span, Optional.empty());
    return result;
  }

  @Override
  OutboxTransaction self() {
    return this;
  }
}

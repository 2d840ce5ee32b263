package io.github.dynamooutbox.writer;

import java.util.function.Function;

/** A transaction of {@link Outbox}. Not thread-safe; commits once. */
public final class OutboxTransaction extends TransactionBuilder<OutboxTransaction> {
  private final Function<CommitPlan, CommitResult> commit;

  OutboxTransaction(CommitPlanner planner, Function<CommitPlan, CommitResult> commit) {
    super(planner);
    this.commit = commit;
  }

  /**
   * Writes all of it, or nothing. Rules, sizes and counts are checked before anything is sent. What
   * DynamoDB refuses because of a conflict or of throttling is sent again, as {@link CommitRetry}
   * says; the calling thread waits meanwhile. All attempts are the same request with the same
   * token, so that none of them, nor the SDK's own retries, can write twice.
   *
   * <p>Any other exception of the SDK passes through. After one that says nothing about the
   * outcome, such as a timeout, the transaction may have been committed. If the thread is
   * interrupted while it waits, the last refusal is thrown and the thread stays interrupted.
   *
   * @throws InvalidTransactionException if the transaction breaks a rule or a limit
   * @throws PayloadSerializationException if a payload cannot be serialised
   * @throws PositionTakenException if events of an aggregate are already committed at its sequence
   * @throws ConditionFailedException if a condition of one of the caller's actions does not hold
   * @throws IdempotencyKeyMisusedException if the idempotency key is another command's
   * @throws CommitConflictException if other transactions were at work on the same items
   * @throws CommitThrottledException if DynamoDB throttled
   * @throws CommitInProgressException if the outcome is still open
   * @throws TransactionCancelledException if DynamoDB cancelled the transaction for another reason
   * @throws IllegalArgumentException if a later version of this library committed the command
   *     before, and its marker cannot be understood; nothing was written
   * @throws IllegalStateException if commit was called before
   */
  public CommitResult commit() {
    begin();
    return commit.apply(plan());
  }

  @Override
  OutboxTransaction self() {
    return this;
  }
}

package io.github.dynamooutbox.writer;

import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/**
 * DynamoDB was still at work on this very transaction, at each attempt that {@link CommitRetry}
 * allows: an earlier request of the same commit had reached it, but its answer was lost. <b>The
 * outcome is unknown</b>: the transaction may still be applied. A command with an idempotency key
 * can simply be repeated.
 */
public final class CommitInProgressException extends OutboxException {
  private final int attempts;

  CommitInProgressException(int attempts, TransactionInProgressException cause) {
    super(
        "DynamoDB was still at work on this transaction at the last of "
            + attempts
            + " attempts; it may yet be applied",
        cause);
    this.attempts = attempts;
  }

  /** How often the transaction was sent, not counting the SDK's retries. */
  public int attempts() {
    return attempts;
  }
}

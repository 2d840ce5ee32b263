package io.github.dynamooutbox.writer;

import org.jspecify.annotations.Nullable;

/**
 * DynamoDB was still processing this transaction when attempts or time ran out: an earlier request
 * of the same commit had reached it, but its response was lost. <b>The outcome is unknown</b>: the
 * transaction may still be applied. A command with an idempotency key can safely be repeated.
 */
public final class CommitInProgressException extends CommitOutcomeUnknownException {
  private static final long serialVersionUID = 1;

  CommitInProgressException(int attempts, @Nullable Throwable cause) {
    super(
        attempts,
        "DynamoDB was still processing this transaction after "
            + attempts
            + (attempts == 1 ? " request" : " requests")
            + "; it may still be applied",
        cause);
  }
}

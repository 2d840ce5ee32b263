package io.github.dynamooutbox.writer;

import org.jspecify.annotations.Nullable;

/**
 * The superclass of this library's exceptions. Messages contain ids, keys, names and sizes, never
 * the content of payloads, headers or other attributes. Exceptions of the SDK that imply that
 * nothing was written (missing permissions, a missing table, a refused connection, each at the only
 * request) pass through; all others are wrapped in {@link CommitOutcomeUnknownException}.
 */
public abstract sealed class OutboxException extends RuntimeException
    permits InvalidConfigurationException,
        InvalidTransactionException,
        PayloadSerializationException,
        PayloadNotStoredException,
        TransactionCancelledException,
        CommitOutcomeUnknownException,
        IdempotencyKeyMisusedException,
        UnreadableMarkerException {
  private static final long serialVersionUID = 1;

  private final CommitOutcome outcome;

  OutboxException(CommitOutcome outcome, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.outcome = outcome;
  }

  /** Whether the transaction was committed, if that is known. */
  public final CommitOutcome outcome() {
    return outcome;
  }
}

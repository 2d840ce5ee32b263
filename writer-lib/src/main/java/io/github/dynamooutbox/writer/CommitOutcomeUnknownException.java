package io.github.dynamooutbox.writer;

import org.jspecify.annotations.Nullable;

/**
 * It is unknown whether the transaction was committed: the response to a request was lost, did not
 * arrive in time, or was not one of 4xx, and no repeat of the request was accepted or failed a
 * condition within attempts and time. Repeat the command under its idempotency key; without a key,
 * read what the transaction would have written. The cause is the SDK's exception, or the refusal
 * after which a command's marker could not be read.
 */
public sealed class CommitOutcomeUnknownException extends OutboxException
    permits CommitInProgressException {
  private static final long serialVersionUID = 1;

  private final int attempts;

  CommitOutcomeUnknownException(int attempts, String message, @Nullable Throwable cause) {
    super(CommitOutcome.UNKNOWN, message, cause);
    this.attempts = attempts;
  }

  static CommitOutcomeUnknownException after(int attempts, Throwable failure) {
    return new CommitOutcomeUnknownException(
        attempts,
        "it is unknown whether the transaction was committed ("
            + failure.getClass().getSimpleName()
            + " after "
            + attempts
            + (attempts == 1 ? " request" : " requests")
            + "); repeat it under its idempotency key, or read what it would have written",
        failure);
  }

  static CommitOutcomeUnknownException unreadMarker(
      int attempts, Throwable refusal, Throwable failure) {
    CommitOutcomeUnknownException e =
        new CommitOutcomeUnknownException(
            attempts,
            (refusal instanceof OutboxException ours && ours.outcome() == CommitOutcome.UNKNOWN
                    ? "whether the command was committed is unknown:"
                    : "this call wrote nothing, but whether an earlier one committed the command is"
                        + " unknown:")
                + " its marker could not be read ("
                + failure.getClass().getSimpleName()
                + "; the right dynamodb:GetItem on the outbox's table is needed); refused because: "
                // The caller's own exceptions may contain anything.
                + (refusal instanceof OutboxException
                    ? refusal.getMessage()
                    : refusal.getClass().getName()),
            refusal);
    e.addSuppressed(failure);
    return e;
  }

  /** How many requests were sent, the SDK's retries included as far as it reports them. */
  public final int attempts() {
    return attempts;
  }
}

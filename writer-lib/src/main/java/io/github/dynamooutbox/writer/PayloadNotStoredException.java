package io.github.dynamooutbox.writer;

/**
 * A large payload could not be stored in the {@link PayloadStore}, or the response was lost.
 * Nothing was committed. Committing again is safe: the same event id and content are stored at the
 * same location.
 */
public final class PayloadNotStoredException extends OutboxException {
  private static final long serialVersionUID = 1;

  PayloadNotStoredException(String place, Throwable cause) {
    super(
        CommitOutcome.NOT_COMMITTED,
        "nothing was committed: the payload could not be stored at " + place,
        cause);
  }
}

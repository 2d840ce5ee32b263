package io.github.dynamooutbox.writer;

/**
 * A large payload could not be put into the {@link PayloadStore}, or the answer was lost. Nothing
 * was committed. Committing again is safe: the same event id and content have the same place.
 */
public final class PayloadNotStoredException extends OutboxException {
  private static final long serialVersionUID = 1;

  PayloadNotStoredException(String place, Throwable cause) {
    super(
        CommitOutcome.NOT_COMMITTED,
        "nothing is committed: the payload for " + place + " could not be stored",
        cause);
  }
}

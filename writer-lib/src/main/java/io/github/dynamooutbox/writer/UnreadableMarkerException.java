package io.github.dynamooutbox.writer;

/**
 * A command was committed under this idempotency key before, but this version of the library cannot
 * read its marker, which a later version has written. This call wrote nothing. Upgrade this
 * service.
 */
public final class UnreadableMarkerException extends OutboxException {
  private static final long serialVersionUID = 1;

  UnreadableMarkerException(String partition, IllegalArgumentException cause) {
    super(
        CommitOutcome.COMMITTED,
        "marker "
            + partition
            + ": a command was committed under this idempotency key, by a version of this library"
            + " whose marker this one cannot read ("
            + cause.getMessage()
            + "); upgrade this service",
        cause);
  }
}

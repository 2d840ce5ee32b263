package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.CommitResult.AlreadyCommitted;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * The idempotency key belongs to another command, which was committed under it. Nothing was
 * written. A command that is identified by what changes from try to try, such as a time in a
 * payload, looks like another command, too: see {@link TransactionBuilder#idempotencyKey(String,
 * String)}.
 */
public final class IdempotencyKeyMisusedException extends OutboxException {
  private static final long serialVersionUID = 1;

  private final AlreadyCommitted committed;

  /**
   * @param partition of the marker, which has the key's hash: keys may be secrets
   */
  IdempotencyKeyMisusedException(
      String partition, AlreadyCommitted committed, TransactionCanceledException cause) {
    super(
        CommitOutcome.NOT_COMMITTED,
        "marker "
            + partition
            + ": another command was committed under this idempotency key at "
            + committed.writtenAt()
            + " ("
            + committed.records().stream().map(record -> record.aggregate().toString()).toList()
            + "); a key belongs to one command",
        cause);
    this.committed = committed;
  }

  /** What the other command has committed. */
  public AlreadyCommitted committed() {
    return committed;
  }
}

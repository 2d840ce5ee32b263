package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.CommitResult.AlreadyCommitted;
import org.jspecify.annotations.Nullable;

/**
 * Another command was committed under this idempotency key. Nothing was written. A command whose
 * payload changes from attempt to attempt, for example because it contains a time, also looks like
 * another command: see {@link TransactionBuilder#idempotencyKey(String, String)}.
 */
public final class IdempotencyKeyMisusedException extends OutboxException {
  private static final long serialVersionUID = 1;

  private final AlreadyCommitted committed;

  /**
   * @param partition the marker's partition key, with the hash of the idempotency key, which may be
   *     a secret
   */
  IdempotencyKeyMisusedException(
      String partition, AlreadyCommitted committed, @Nullable Throwable cause) {
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

  /** What the other command committed. */
  public AlreadyCommitted committed() {
    return committed;
  }
}

package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.CommitResult.AlreadyCommitted;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * The idempotency key belongs to another command, which was committed under it. Nothing was
 * written. A command that is told apart by what changes from try to try, such as a time in a
 * payload, looks like another command, too: see {@link TransactionBuilder#idempotencyKey(String,
 * String)}.
 */
public final class IdempotencyKeyMisusedException extends OutboxException {
  private final transient AlreadyCommitted committed;

  IdempotencyKeyMisusedException(
      String key, AlreadyCommitted committed, TransactionCanceledException cause) {
    super(
        "idempotency key \""
            + key
            + "\": another command was committed under it at "
            + committed.writtenAt()
            + "; a key belongs to one command",
        cause);
    this.committed = committed;
  }

  /** What the other command has committed. */
  public AlreadyCommitted committed() {
    return committed;
  }
}

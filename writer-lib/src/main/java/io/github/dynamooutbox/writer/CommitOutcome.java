package io.github.dynamooutbox.writer;

/** What is known about a transaction after {@code commit} has thrown. */
public enum CommitOutcome {
  /** An earlier call has committed the command; this call wrote nothing. */
  COMMITTED,

  /** Nothing of the transaction was written, and nothing of it will be. */
  NOT_COMMITTED,

  /**
   * The transaction may have been written, or may still be: a command with an idempotency key can
   * safely be repeated; without one, read what the transaction would have written.
   */
  UNKNOWN
}

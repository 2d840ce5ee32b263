package io.github.dynamooutbox.writer;

import org.jspecify.annotations.Nullable;

/**
 * A transaction, or a part of it, breaks a rule or a limit. Nothing was sent. The same transaction
 * will fail again; {@link #violation} says which rule, with the numbers, and the message what to
 * change.
 */
public final class InvalidTransactionException extends OutboxException {
  private static final long serialVersionUID = 1;

  private final Violation violation;

  InvalidTransactionException(Violation violation) {
    this(violation, null);
  }

  InvalidTransactionException(Violation violation, @Nullable Throwable cause) {
    super(CommitOutcome.NOT_COMMITTED, violation.message(), cause);
    this.violation = violation;
  }

  /** What is wrong. */
  public Violation violation() {
    return violation;
  }
}

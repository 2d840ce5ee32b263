package io.github.dynamooutbox.writer;

import org.jspecify.annotations.Nullable;

/**
 * A transaction, or a part of it, breaks a rule or a limit. Nothing was sent. The same transaction
 * will fail again; the message says what to change.
 */
public final class InvalidTransactionException extends OutboxException {
  InvalidTransactionException(String message) {
    super(message, null);
  }

  InvalidTransactionException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

package io.github.dynamooutbox.writer;

import org.jspecify.annotations.Nullable;

/**
 * The root of what this library throws. Messages carry ids, names and sizes, never what items,
 * payloads or headers hold. Exceptions of the SDK that are about neither a cancelled transaction
 * nor throttling pass through as they are.
 */
public abstract sealed class OutboxException extends RuntimeException
    permits InvalidConfigurationException,
        InvalidTransactionException,
        PayloadSerializationException,
        TransactionCancelledException,
        CommitInProgressException,
        IdempotencyKeyMisusedException {
  OutboxException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

package io.github.dynamooutbox.writer;

import org.jspecify.annotations.Nullable;

/**
 * The root of what this library throws. Messages carry ids, names and sizes, never what items,
 * payloads or headers hold. Exceptions of the SDK that are not about a cancelled transaction pass
 * through as they are.
 */
public abstract sealed class OutboxException extends RuntimeException
    permits InvalidConfigurationException,
        InvalidTransactionException,
        PayloadSerializationException,
        TransactionCancelledException {
  OutboxException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

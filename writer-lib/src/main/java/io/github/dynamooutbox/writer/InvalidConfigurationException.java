package io.github.dynamooutbox.writer;

/** An outbox cannot be built as it was configured. The message names the setting. */
public final class InvalidConfigurationException extends OutboxException {
  InvalidConfigurationException(String message) {
    super(message, null);
  }
}

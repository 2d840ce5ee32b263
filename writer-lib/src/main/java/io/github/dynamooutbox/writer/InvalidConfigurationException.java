package io.github.dynamooutbox.writer;

/** The configuration of an outbox is invalid. The message names the setting. */
public final class InvalidConfigurationException extends OutboxException {
  private static final long serialVersionUID = 1;

  InvalidConfigurationException(String message) {
    super(CommitOutcome.NOT_COMMITTED, message, null);
  }
}

package io.github.dynamooutbox.inbox;

import org.jspecify.annotations.Nullable;

/**
 * The superclass of this library's exceptions. Messages contain ids, types, positions and names,
 * never payloads. If the transaction itself fails, the exceptions are those of the writer ({@link
 * io.github.dynamooutbox.writer.OutboxException}).
 */
public abstract class InboxException extends RuntimeException {
  private static final long serialVersionUID = 1;

  protected InboxException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

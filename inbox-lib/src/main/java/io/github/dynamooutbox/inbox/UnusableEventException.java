package io.github.dynamooutbox.inbox;

import org.jspecify.annotations.Nullable;

/**
 * A message that cannot be read as an event, or an event that lacks what its handling needs: it
 * will fail again however often it is delivered. Nothing was written. What becomes of it is the
 * caller's decision; a dead-letter queue keeps it.
 */
public final class UnusableEventException extends InboxException {
  private static final long serialVersionUID = 1;

  /**
   * Without a cause.
   *
   * @param message what is wrong, where, and what to do; no payload
   */
  public UnusableEventException(String message) {
    this(message, null);
  }

  /**
   * With a cause.
   *
   * @param cause of which neither message nor cause may hold a payload
   */
  public UnusableEventException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

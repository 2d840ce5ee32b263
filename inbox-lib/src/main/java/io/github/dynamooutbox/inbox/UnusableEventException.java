package io.github.dynamooutbox.inbox;

import org.jspecify.annotations.Nullable;

/**
 * A message that cannot be read as an event, or an event that lacks what its handling needs: it
 * will fail again however often it is delivered. Nothing was written. The caller decides what to do
 * with it; a dead-letter queue would keep it.
 */
public final class UnusableEventException extends InboxException {
  private static final long serialVersionUID = 1;

  /**
   * Creates an exception without a cause.
   *
   * @param message what is wrong, where, and what to do; no payload
   */
  public UnusableEventException(String message) {
    this(message, null);
  }

  /**
   * Creates an exception with a cause.
   *
   * @param cause must not contain a payload in its message, nor may its own causes
   */
  public UnusableEventException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

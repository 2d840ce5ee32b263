package io.github.dynamooutbox.inbox;

/** An inbox is configured or called in a way that cannot work. The message says what to change. */
public final class InvalidInboxException extends InboxException {
  private static final long serialVersionUID = 1;

  /**
   * Creates an exception without a cause.
   *
   * @param message what is wrong, where, and what to do
   */
  public InvalidInboxException(String message) {
    super(message, null);
  }
}

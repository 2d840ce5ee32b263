package io.github.dynamooutbox.inbox.router;

import io.github.dynamooutbox.inbox.InboxException;

/**
 * This consumer cannot map a payload that others may well be able to read: its class has no
 * constructor that Jackson may use, or one that fails, or a module of Jackson's is missing. Nothing
 * was handled. An error of this build, not of the message, so keep the message.
 */
public final class UnmappablePayloadException extends InboxException {
  private static final long serialVersionUID = 1;

  /**
   * Creates an exception for a payload.
   *
   * @param message what is wrong, where, and what to do; no payload
   */
  UnmappablePayloadException(String message) {
    super(message, null);
  }
}

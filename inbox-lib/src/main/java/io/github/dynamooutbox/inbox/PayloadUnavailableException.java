package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.Payload;
import org.jspecify.annotations.Nullable;

/**
 * The payload that an event refers to cannot be fetched, and trying again will not help. Nothing
 * was handled. A source that does not respond fails with its own exception instead.
 */
public final class PayloadUnavailableException extends InboxException {
  private static final long serialVersionUID = 1;

  /** What is wrong with the payload. */
  public enum PayloadFault {
    /** Nothing is there: it expired, or was deleted. */
    GONE,
    /** The source was not configured for this location. */
    FOREIGN_PLACE,
    /** It is longer than the inbox accepts. */
    TOO_LARGE,
    /** The object has another length. */
    WRONG_LENGTH,
    /** The object has another hash. */
    WRONG_HASH
  }

  private final PayloadFault fault;

  /**
   * Creates an exception for the payload at a reference.
   *
   * @param message what is wrong, without any of the payload
   */
  public PayloadUnavailableException(
      Payload.Reference reference, PayloadFault fault, String message, @Nullable Throwable cause) {
    super("payload at " + reference.uri() + ": " + message, cause);
    this.fault = fault;
  }

  /** What is wrong with the payload. */
  public PayloadFault fault() {
    return fault;
  }
}

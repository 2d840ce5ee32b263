package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.Payload;
import org.jspecify.annotations.Nullable;

/**
 * A payload that an event refers to cannot be had, and will not be there later: nothing was
 * handled. A source that does not answer fails with its own exception instead.
 */
public final class PayloadUnavailableException extends InboxException {
  private static final long serialVersionUID = 1;

  /** What is wrong. */
  public enum PayloadFault {
    /** Nothing is there: it expired, or was deleted. */
    GONE,
    /** The source was not made for this place. */
    FOREIGN_PLACE,
    /** It is longer than the inbox accepts. */
    TOO_LARGE,
    /** What is there has another length. */
    WRONG_LENGTH,
    /** What is there has another hash. */
    WRONG_HASH
  }

  private final PayloadFault fault;

  /**
   * Says what is wrong with the payload at a reference.
   *
   * @param message without payload
   */
  public PayloadUnavailableException(
      Payload.Reference reference, PayloadFault fault, String message, @Nullable Throwable cause) {
    super("payload at " + reference.uri() + ": " + message, cause);
    this.fault = fault;
  }

  /** What is wrong. */
  public PayloadFault fault() {
    return fault;
  }
}

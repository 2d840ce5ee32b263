package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import org.jspecify.annotations.Nullable;

/**
 * A payload or previous state could not be serialised. Nothing was sent. The message names the
 * event and the payload's class; the cause says why.
 */
public final class PayloadSerializationException extends OutboxException {
  private static final long serialVersionUID = 1;

  PayloadSerializationException(String message, @Nullable Throwable cause) {
    super(CommitOutcome.NOT_COMMITTED, message, cause);
  }

  static PayloadSerializationException of(
      AggregateKey aggregate, Event event, Object payload, RuntimeException failure) {
    Throwable cause =
        failure instanceof PayloadSerializationException ? failure.getCause() : failure;
    return new PayloadSerializationException(
        aggregate
            + ": "
            + event
            + ": its payload of "
            + payload.getClass().getName()
            + " cannot be serialised"
            + (failure instanceof PayloadSerializationException ? ": " + failure.getMessage() : ""),
        cause);
  }

  /**
   * @param where the position in the payload, without any of its content
   * @param failure Jackson's exception; its message may contain keys of maps, which are part of the
   *     payload
   */
  static PayloadSerializationException byJackson(Object payload, String where, Exception failure) {
    return new PayloadSerializationException(
        "Jackson cannot write a payload of " + payload.getClass().getName() + where,
        withoutMessage(failure));
  }

  /** One step of a path into a payload. */
  static String step(boolean inMap, int index, @Nullable String name) {
    if (index >= 0) {
      return "[]";
    }
    return inMap ? ".(key)" : "." + name;
  }

  /** Keeps only the class and stack trace of a failure. */
  private static Throwable withoutMessage(Throwable failure) {
    Throwable origin = failure.getCause() == null ? failure : failure.getCause();
    Throwable cause = new PayloadSerializationException(origin.getClass().getName(), null);
    cause.setStackTrace(origin.getStackTrace());
    return cause;
  }
}

package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import org.jspecify.annotations.Nullable;

/**
 * A payload or previous state could not be serialised. Nothing was sent. The message names the
 * event and the payload's class, the cause says why.
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
}

package io.github.dynamooutbox.writer;

/** A payload could not be serialised. Nothing was sent. The cause says why. */
public final class PayloadSerializationException extends OutboxException {
  PayloadSerializationException(String message, Throwable cause) {
    super(message, cause);
  }
}

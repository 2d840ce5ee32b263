package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.Sha256;
import io.github.dynamooutbox.inbox.PayloadUnavailableException.PayloadFault;

/**
 * Fetches the payload of an event that only refers to it, and verifies length and hash.
 * Thread-safe.
 */
public final class LargePayloadReader {
  private final PayloadSource source;
  private final long maxBytes;

  /**
   * Creates a reader that fetches from a source.
   *
   * @param maxBytes maximum size of a payload in bytes; a larger one is refused before it is
   *     fetched
   */
  public LargePayloadReader(PayloadSource source, long maxBytes) {
    this.source = source;
    this.maxBytes = maxBytes;
  }

  /**
   * Returns the event with its payload, as text or bytes as if the message had contained it; or the
   * same event if it already carries it.
   *
   * @throws PayloadUnavailableException if the payload cannot be fetched, or is not what was
   *     committed
   */
  public ReceivedEvent resolve(ReceivedEvent event) {
    return event
        .data()
        .fold(
            text -> event,
            binary -> event,
            reference -> ReceivedEvent.of(event.attributes(), payload(reference)));
  }

  private Payload payload(Payload.Reference reference) {
    if (reference.length() > maxBytes) {
      throw failure(
          reference,
          PayloadFault.TOO_LARGE,
          "%d bytes; this inbox accepts %d".formatted(reference.length(), maxBytes));
    }
    byte[] bytes = source.fetch(reference);
    if (bytes.length != reference.length()) {
      throw failure(
          reference,
          PayloadFault.WRONG_LENGTH,
          "found at least %d bytes, but %d were committed"
              .formatted(bytes.length, reference.length()));
    }
    if (!Sha256.hex(bytes).equals(reference.sha256())) {
      throw failure(reference, PayloadFault.WRONG_HASH, "is not what was committed");
    }
    return reference.restored(bytes);
  }

  private static PayloadUnavailableException failure(
      Payload.Reference reference, PayloadFault fault, String message) {
    return new PayloadUnavailableException(reference, fault, message, null);
  }
}

package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.Sha256;
import io.github.dynamooutbox.inbox.PayloadUnavailableException.PayloadFault;

/**
 * Puts the payload into an event that only refers to it, after verifying length and hash.
 * Thread-safe.
 */
public final class LargePayloadReader {
  private final PayloadSource source;
  private final long maxBytes;

  /**
   * Reads from a source.
   *
   * @param maxBytes a longer payload is refused before it is fetched
   */
  public LargePayloadReader(PayloadSource source, long maxBytes) {
    this.source = source;
    this.maxBytes = maxBytes;
  }

  /**
   * The event with its payload; the same event if it carries it already. JSON and what is {@code
   * text/*} becomes text, everything else bytes.
   *
   * @throws PayloadUnavailableException if it cannot be had, or is not what was committed
   */
  public ReceivedEvent resolve(ReceivedEvent event) {
    return event
        .data()
        .fold(
            text -> event,
            binary -> event,
            reference ->
                ReceivedEvent.of(event.attributes(), payload(event.contentType(), reference)));
  }

  private Payload payload(String contentType, Payload.Reference reference) {
    if (reference.length() > maxBytes) {
      throw failure(
          reference,
          PayloadFault.TOO_LARGE,
          "%d bytes, this inbox accepts %d".formatted(reference.length(), maxBytes));
    }
    byte[] bytes = source.fetch(reference);
    if (bytes.length != reference.length()) {
      throw failure(
          reference,
          PayloadFault.WRONG_LENGTH,
          "%d bytes or more are there, %d were committed"
              .formatted(bytes.length, reference.length()));
    }
    if (!Sha256.hex(bytes).equals(reference.sha256())) {
      throw failure(reference, PayloadFault.WRONG_HASH, "is not what was committed");
    }
    return Payload.of(bytes, contentType);
  }

  private static PayloadUnavailableException failure(
      Payload.Reference reference, PayloadFault fault, String message) {
    return new PayloadUnavailableException(reference, fault, message, null);
  }
}

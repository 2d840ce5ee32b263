package io.github.dynamooutbox.aws.internal.inline;

import io.github.dynamooutbox.format.MediaType;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.Payload.Reference;
import io.github.dynamooutbox.relay.decode.Envelope;
import java.util.ArrayList;
import java.util.List;

/** Events whose reference is replaced by a payload. */
final class Inlined {
  private Inlined() {}

  /** The event as it would have been committed with this payload in the record. */
  static Envelope with(Envelope envelope, Payload payload) {
    List<OutboxEvent> events = new ArrayList<>(envelope.record().events());
    events.set(envelope.index(), envelope.event().withData(payload));
    return new Envelope(
        envelope.position(),
        envelope.key(),
        envelope.record().withEvents(events),
        envelope.index());
  }

  /**
   * The event with the smallest payload that services accept, which take no empty message, to
   * measure everything else.
   */
  static Envelope smallest(Envelope envelope, Reference reference) {
    boolean isJson = MediaType.isJson(envelope.event().contentType());
    return with(envelope, reference.restored(isJson ? new byte[] {'{', '}'} : new byte[] {'x'}));
  }

  /**
   * How many bytes the payload takes in a CloudEvent: JSON is embedded as it is, bytes in base64,
   * and text with escapes. Text may need more escapes than this allows for.
   */
  static long bytes(Envelope envelope, Reference reference) {
    long length = reference.length();
    if (MediaType.isJson(envelope.event().contentType())) {
      return length;
    }
    return reference.isText() ? 2 * length : 4 * ((length + 2) / 3);
  }
}

package io.github.dynamooutbox.format.render;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.RecordSize;

/**
 * An upper bound of the bytes that an event takes in a request of the relay, in any envelope and
 * for any target: the rendered CloudEvent, and what requests may add to it. So the real size is up
 * to 2 KB less, and 7 bytes less for each header.
 */
public final class PublishedSize {
  /**
   * The group, the deduplication id and the content type that Custom Event Bus takes, 704; or the
   * overhead of a Kafka batch, of its headers and their lengths, 350; and the marker of a replay,
   * 50. EventBridge counts 14 bytes for the time.
   */
  private static final long REQUEST = 768;

  /**
   * Overhead of a header besides its name and value: in JSON quotes, colon and comma, 6; as a Kafka
   * header {@code ce_} and two lengths of at most 5 each, 13.
   */
  private static final int MEMBER = 13 - 6;

  private record Published(OutboxRecord record, int index) implements EventInRecord {}

  private PublishedSize() {}

  /**
   * Measures an event.
   *
   * @param record with the event as it is stored; JSON in it is not checked again
   * @param index of the event
   * @throws RefusedEvent if the relay could not render the event
   */
  public static long atMost(OutboxRecord record, int index) throws RefusedEvent {
    OutboxEvent event = record.events().get(index);
    return REQUEST
        + RecordSize.utf8Length(record.context().source())
        + RecordSize.utf8Length(event.type())
        + RecordSize.utf8Length(record.aggregate().toString())
        + (long) MEMBER * event.headers().size()
        + CloudEventJson.size(new Published(record, index));
  }
}

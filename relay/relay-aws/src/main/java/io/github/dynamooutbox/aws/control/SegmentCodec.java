package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Attempts;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Parked events in binary form: a version byte, then, deflated, their number and the events one
 * after the other. What they have in common takes next to no space once it is deflated.
 */
final class SegmentCodec {
  private static final int VERSION = 1;

  private SegmentCodec() {}

  /** One event, not deflated. */
  static byte[] plain(ParkedEvent event) {
    Place place = event.place();
    Cause cause = event.cause();
    ByteSink sink =
        new ByteSink()
            .text(place.lane().target())
            .text(place.lane().aggregate())
            .text(place.position().sequenceNumber())
            .text(place.record().partition())
            .text(place.record().sort())
            .count(place.index() + 1L)
            .text(cause.reason().name())
            .text(CauseText.code(cause.code()))
            .text(CauseText.message(cause.message()))
            .count(event.attempts().count())
            .count(event.attempts().first().toEpochMilli())
            .count(event.attempts().last().toEpochMilli())
            .raw(ItemForm.encode(event.item()))
            .count(event.published().size());
    event.published().stream().sorted().forEach(sink::text);
    return sink.toBytes();
  }

  /** A segment of events that {@link #plain} encoded. */
  static byte[] deflated(List<byte[]> events) {
    ByteSink sink = new ByteSink().count(events.size());
    events.forEach(sink::raw);
    return Deflated.of(VERSION, sink.toBytes());
  }

  static List<ParkedEvent> decode(byte[] form) {
    if (form[0] != VERSION) {
      throw new IllegalStateException(
          "a segment of parked events has version %d: upgrade the program that reads it"
              .formatted(form[0]));
    }
    ByteSource segment = new ByteSource(Deflated.plain(form));
    List<ParkedEvent> events = new ArrayList<>();
    for (int left = segment.count(); left > 0; left--) {
      events.add(event(new ByteSource(segment.raw())));
    }
    return events;
  }

  private static ParkedEvent event(ByteSource source) {
    LaneKey lane = new LaneKey(source.text(), source.text());
    StreamPosition position = new StreamPosition(source.text());
    RecordKey record = new RecordKey(source.text(), source.text());
    Place place = new Place(lane, position, record, source.count() - 1);
    Cause cause = new Cause(ParkReason.valueOf(source.text()), source.text(), source.text());
    int attempts = source.count();
    Instant first = Instant.ofEpochMilli(source.longCount());
    Instant last = Instant.ofEpochMilli(source.longCount());
    byte[] item = source.raw();
    Set<String> published = new HashSet<>();
    for (int left = source.count(); left > 0; left--) {
      published.add(source.text());
    }
    return new ParkedEvent(
        place, cause, new Attempts(attempts, first, last), ItemForm.decode(item), published);
  }
}

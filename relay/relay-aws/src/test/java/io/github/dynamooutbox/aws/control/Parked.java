package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Attempts;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Parked events for tests. */
final class Parked {
  static final LaneKey LANE = new LaneKey("bus", "Order#1");
  private static final Instant NOW = LocalControlTable.NOW;

  private Parked() {}

  static ParkedEvent event(LaneKey lane, long position, int index) {
    RecordKey key = new RecordKey("OUTBOX#" + lane.aggregate(), "%019d".formatted(position));
    return event(
        new Place(lane, new StreamPosition(Long.toString(position)), key, index),
        new Cause(ParkReason.REJECTED, "TooLarge", "the entry is too large"),
        Item.builder().put("PK", key.partition()).put("SK", key.sort()).put("v", 1).build());
  }

  static ParkedEvent behind(LaneKey lane, long position, int index) {
    ParkedEvent event = event(lane, position, index);
    return event(event.place(), new Cause(ParkReason.BEHIND, "BEHIND", "closed"), event.item());
  }

  /** An event as a segment of its own. */
  static byte[] form(ParkedEvent event) {
    return SegmentCodec.deflated(
        List.of(SegmentCodec.record(event.item())), List.of(SegmentCodec.event(event, 0)));
  }

  static ParkedEvent event(Place place, Cause cause, ItemView item) {
    return new ParkedEvent(
        place, cause, new Attempts(3, NOW.minus(Duration.ofMinutes(5)), NOW), item, Set.of());
  }
}

package io.github.dynamooutbox.relay.park.queue;

import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Attempts;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Parked events for tests. */
public final class QueueEvents {
  public static final Instant NOW = Instant.parse("2026-11-21T10:15:30.123Z");

  private QueueEvents() {}

  public static ParkedEvent blocked(LaneKey lane, long position) {
    return event(lane, position, ParkReason.BLOCKED, "");
  }

  /** An event with a payload, parked {@code position} milliseconds after {@link #NOW}. */
  public static ParkedEvent event(LaneKey lane, long position, ParkReason reason, String data) {
    RecordKey key = new RecordKey("OUTBOX#" + lane.aggregate(), "%019d".formatted(position));
    return new ParkedEvent(
        new Place(lane, new StreamPosition(Long.toString(position)), key, 0),
        new Cause(reason, reason.name(), "why"),
        new Attempts(2, NOW, NOW.plusMillis(position)),
        Item.builder()
            .put("PK", key.partition())
            .put("SK", key.sort())
            .put("v", 1)
            .put("data", data)
            .build(),
        Set.of());
  }

  /** The positions of all events of some segments, in order. */
  public static List<Long> positions(List<Segment> segments) {
    return segments.stream()
        .flatMap(segment -> segment.events().stream())
        .map(event -> Long.parseLong(event.place().position().sequenceNumber()))
        .toList();
  }

  /** What a table answers. */
  public static <T> T get(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}

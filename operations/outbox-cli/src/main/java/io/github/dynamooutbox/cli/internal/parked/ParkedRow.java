package io.github.dynamooutbox.cli.internal.parked;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import java.time.Instant;
import java.util.stream.Stream;

/**
 * What is shown of a parked event: nothing of its payload, and no copy of its record, so that very
 * many of them fit into memory.
 */
public record ParkedRow(
    ParkedEvent.Place place,
    ParkedName name,
    ParkedEvent.Cause cause,
    int attempts,
    Instant parkedAt) {
  static ParkedRow of(ParkedEvent event, ParkedName name) {
    return new ParkedRow(
        event.place(), name, event.cause(), event.attempts().count(), event.attempts().last());
  }

  public String target() {
    return place.lane().target();
  }

  public String aggregate() {
    return place.lane().aggregate();
  }

  /** The sort key, with the index where there is one. */
  public String record() {
    boolean isWhole = place.index() == ParkedEvent.WHOLE_RECORD;
    return place.record().sort() + (isWhole ? "" : "/" + place.index());
  }

  /** Distinguishes it from all others of its target, in {@link #write} as well. */
  String key() {
    return key(place);
  }

  static String key(ParkedEvent.Place place) {
    String partition = place.record().partition();
    return "%d %d %s/%s"
        .formatted(place.index(), partition.length(), partition, place.record().sort());
  }

  /** Whether a name or what the target said contains the text. */
  boolean mentions(String text) {
    return Stream.of(aggregate(), name.id(), name.type(), cause.code(), cause.message())
        .anyMatch(each -> each.contains(text));
  }

  /** Whether a redrive publishes it without anybody's help. */
  public boolean onlyWaits() {
    return cause.reason() == ParkReason.BLOCKED;
  }

  public void write(ObjectNode node) {
    node.put("id", name.id())
        .put("type", name.type())
        .put("target", target())
        .put("aggregate", aggregate())
        .put("record", place.record().partition() + '/' + place.record().sort())
        .put("index", place.index())
        .put("key", key())
        .put("reason", cause.reason().name())
        .put("code", cause.code())
        .put("message", cause.message())
        .put("attempts", attempts)
        .put("parkedAt", parkedAt.toString());
  }
}

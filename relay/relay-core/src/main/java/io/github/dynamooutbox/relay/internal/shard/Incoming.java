package io.github.dynamooutbox.relay.internal.shard;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.decode.Decoded;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.internal.route.Routed;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A record that contains something to publish or park.
 *
 * @param slot its slot in the shard's progress
 * @param aggregate the aggregate whose lanes it goes to, as {@code type#id}
 * @param events to be published; none if the record cannot be read
 * @param poison what is parked if the record cannot be read
 */
record Incoming(
    Progress.Slot slot,
    String aggregate,
    List<RoutedEvent> events,
    Optional<Decoded.Poison> poison) {
  record RoutedEvent(Envelope envelope, Routed routed) {}

  static Incoming unreadable(Progress.Slot slot, Decoded.Poison poison) {
    return new Incoming(slot, poison.aggregate(), List.of(), Optional.of(poison));
  }

  /** The record's key: distinguishes records at the same position of different shards. */
  RecordKey key() {
    return poison.map(Decoded.Poison::key).orElseGet(() -> events.get(0).envelope().key());
  }

  /** When the writer wrote it, by its clock, if the record can be read. */
  Optional<Instant> writtenAt() {
    return events.isEmpty()
        ? Optional.empty()
        : Optional.of(events.get(0).envelope().record().context().writtenAt());
  }
}

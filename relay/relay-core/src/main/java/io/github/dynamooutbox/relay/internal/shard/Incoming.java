package io.github.dynamooutbox.relay.internal.shard;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.decode.Decoded;
import io.github.dynamooutbox.relay.internal.lane.AggregateHolds;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.internal.route.Routed;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** A record that contains something to publish or park, with its slot in the shard's progress. */
sealed interface Incoming {
  /**
   * What to do with each kind. When a kind is added, no implementation compiles until it handles
   * that kind.
   */
  interface Cases {
    void events(Events events);

    void poison(Poison poison);
  }

  /** Calls the method for its kind. */
  void when(Cases cases);

  Progress.Slot slot();

  /** The aggregate whose lanes it goes to, as {@code type#id}. */
  String aggregate();

  /** The aggregate as the writer named it, if the record can be read. */
  default Optional<AggregateKey> aggregateKey() {
    return Optional.empty();
  }

  /** The record's key: distinguishes records at the same position of different shards. */
  RecordKey key();

  /** The aggregate's version, if there is one that can be read. */
  default OptionalLong sequence() {
    return OptionalLong.empty();
  }

  /** When the writer wrote it, by its clock, if the record can be read. */
  default Optional<Instant> writtenAt() {
    return Optional.empty();
  }

  /** The lanes that it may go to; some may turn out to be closed. */
  default Set<LaneKey> lanes() {
    return Set.of(AggregateHolds.lane(aggregate()));
  }

  /** A record whose events are to be published. */
  record Events(Progress.Slot slot, String aggregate, List<RoutedEvent> events)
      implements Incoming {
    @Override
    public void when(Cases cases) {
      cases.events(this);
    }

    @Override
    public RecordKey key() {
      return events.get(0).envelope().key();
    }

    @Override
    public Set<LaneKey> lanes() {
      Set<LaneKey> lanes = new HashSet<>(Incoming.super.lanes());
      for (RoutedEvent event : events) {
        event.routed().targets().forEach(target -> lanes.add(new LaneKey(target, aggregate)));
      }
      return lanes;
    }

    @Override
    public Optional<Instant> writtenAt() {
      return Optional.of(events.get(0).envelope().record().context().writtenAt());
    }

    @Override
    public Optional<AggregateKey> aggregateKey() {
      return Optional.of(events.get(0).envelope().aggregate());
    }

    @Override
    public OptionalLong sequence() {
      return events.get(0).envelope().record().sequence();
    }
  }

  /** A record that cannot be read. */
  record Poison(Progress.Slot slot, Decoded.Poison record) implements Incoming {
    @Override
    public void when(Cases cases) {
      cases.poison(this);
    }

    @Override
    public String aggregate() {
      return record.aggregate();
    }

    @Override
    public RecordKey key() {
      return record.key();
    }
  }

  record RoutedEvent(Envelope envelope, Routed routed) {}
}

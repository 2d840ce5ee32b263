package io.github.dynamooutbox.relay.internal;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.decode.Decoded;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.lane.AggregateHolds;
import io.github.dynamooutbox.relay.progress.Progress;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.route.Routed;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** A record that has something for us, with its place in the shard's progress. */
sealed interface Incoming {
  Progress.Slot slot();

  /** The aggregate whose lanes it takes, as {@code type#id}. */
  String aggregate();

  /** The record's key: tells records apart that stand at the same position of different shards. */
  RecordKey key();

  /** The aggregate's version, where it has one that can be read. */
  default OptionalLong sequence() {
    return OptionalLong.empty();
  }

  /** The lanes that it takes, or finds out that it cannot. */
  default Set<LaneKey> lanes() {
    return Set.of(AggregateHolds.lane(aggregate()));
  }

  /** A record whose events are to be published. */
  record Events(Progress.Slot slot, String aggregate, List<RoutedEvent> events)
      implements Incoming {
    @Override
    public RecordKey key() {
      return events.get(0).envelope().key();
    }

    @Override
    public Set<LaneKey> lanes() {
      Set<LaneKey> lanes = new HashSet<>(Incoming.super.lanes());
      for (RoutedEvent event : events) {
        if (event.routed() instanceof Routed.To to) {
          to.targets().forEach(target -> lanes.add(new LaneKey(target, aggregate)));
        }
      }
      return lanes;
    }

    @Override
    public OptionalLong sequence() {
      return events.get(0).envelope().record().sequence();
    }
  }

  /** A record that cannot be read. */
  record Poison(Progress.Slot slot, Decoded.Poison record) implements Incoming {
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

package io.github.dynamooutbox.relay.internal.shard;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.decode.Decoded;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.internal.route.Routed;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

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

  /** The record's key: distinguishes records at the same position of different shards. */
  RecordKey key();

  /** When the writer wrote it, by its clock, if the record can be read. */
  default Optional<Instant> writtenAt() {
    return Optional.empty();
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
    public Optional<Instant> writtenAt() {
      return Optional.of(events.get(0).envelope().record().context().writtenAt());
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

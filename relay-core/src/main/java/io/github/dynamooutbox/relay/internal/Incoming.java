package io.github.dynamooutbox.relay.internal;

import io.github.dynamooutbox.relay.decode.Decoded;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.progress.Progress;
import io.github.dynamooutbox.relay.route.Routed;
import java.util.List;
import java.util.OptionalLong;

/** A record that has something for us, with its place in the shard's progress. */
sealed interface Incoming {
  Progress.Slot slot();

  /** The aggregate whose lanes it takes, as {@code type#id}. */
  String aggregate();

  /** A record whose events are to be published. */
  record Events(Progress.Slot slot, String aggregate, List<RoutedEvent> events)
      implements Incoming {
    OptionalLong sequence() {
      return events.get(0).envelope().record().sequence();
    }
  }

  /** A record that cannot be read. */
  record Poison(Progress.Slot slot, Decoded.Poison record) implements Incoming {
    @Override
    public String aggregate() {
      return record.aggregate();
    }
  }

  record RoutedEvent(Envelope envelope, Routed routed) {}
}

package io.github.dynamooutbox.relay.internal;

import io.github.dynamooutbox.relay.RelayObserver;
import io.github.dynamooutbox.relay.RelayObserver.SkipReason;
import io.github.dynamooutbox.relay.decode.Decoded;
import io.github.dynamooutbox.relay.decode.Decoder;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.Incoming.RoutedEvent;
import io.github.dynamooutbox.relay.lane.Failures;
import io.github.dynamooutbox.relay.progress.Progress;
import io.github.dynamooutbox.relay.route.Router;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.ArrayList;
import java.util.List;

/** Reads a batch of stream records: what is in it for us, in which order. Belongs to the loop. */
final class Intake {
  /** A record as it was submitted. */
  record Submitted(StreamRecord record, Progress.Slot slot) {}

  /** Is told that the relay must not pass a position. */
  interface Halt {
    void at(StreamPosition position, String reason, String message);
  }

  private final Decoder decoder;
  private final Router router;
  private final boolean parksPoison;
  private final RelayObserver observer;
  private final Halt halt;
  private final SequenceOrder order = new SequenceOrder();

  Intake(RelayParts parts, Halt halt) {
    this.decoder = parts.decoder();
    this.router = parts.router();
    this.parksPoison = parts.parking().parksPoison();
    this.observer = parts.observer();
    this.halt = halt;
  }

  /** What is not in the result is finished, or is where the relay halts. */
  List<Incoming> read(List<Submitted> batch) {
    List<Incoming> incoming = new ArrayList<>(batch.size());
    for (Submitted submitted : batch) {
      try {
        read(submitted, incoming);
      } catch (RuntimeException failure) {
        halt.at(submitted.slot().position(), "INTERNAL", internal(failure));
      }
    }
    order.restore(
        incoming,
        inverted ->
            observer.inverted(
                inverted.events().get(0).envelope().aggregate(), inverted.slot().position()));
    return incoming;
  }

  /** Without the failure's message, which may hold a payload. */
  private static String internal(RuntimeException failure) {
    return "reading the record failed, which is a fault of the relay: "
        + Failures.code(failure)
        + Failures.place(failure);
  }

  private void read(Submitted submitted, List<Incoming> incoming) {
    Progress.Slot slot = submitted.slot();
    Decoded decoded = decoder.decode(submitted.record());
    if (decoded instanceof Decoded.Events events) {
      incoming.add(routed(slot, events.envelopes()));
    } else if (decoded instanceof Decoded.Poison poison) {
      if (parksPoison) {
        incoming.add(new Incoming.Poison(slot, poison));
      } else {
        halt.at(
            slot.position(),
            "MALFORMED",
            "record " + poison.key() + " cannot be read: " + poison.message());
      }
    } else if (decoded instanceof Decoded.NotYet notYet) {
      halt.at(
          slot.position(),
          "NEWER_VERSION",
          "record %s has format version %s: upgrade the relay"
              .formatted(notYet.key(), notYet.version()));
    } else if (decoded instanceof Decoded.NoImage noImage) {
      halt.at(
          slot.position(),
          "NO_IMAGE",
          "record %s came without its content: the stream has to be of view type NEW_IMAGE or NEW_AND_OLD_IMAGES"
              .formatted(noImage.key()));
    } else {
      slot.admitted();
      observer.skipped(SkipReason.NOT_OURS);
    }
  }

  private Incoming routed(Progress.Slot slot, List<Envelope> envelopes) {
    List<RoutedEvent> events = new ArrayList<>(envelopes.size());
    for (Envelope envelope : envelopes) {
      events.add(new RoutedEvent(envelope, router.route(envelope)));
    }
    return new Incoming.Events(slot, envelopes.get(0).aggregate().toString(), events);
  }
}

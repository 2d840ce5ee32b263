package io.github.dynamooutbox.relay.internal.shard;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.call.Failures;
import io.github.dynamooutbox.relay.internal.decode.Decoded;
import io.github.dynamooutbox.relay.internal.decode.Decoder;
import io.github.dynamooutbox.relay.internal.lane.Halt;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.internal.route.Router;
import io.github.dynamooutbox.relay.internal.shard.Incoming.RoutedEvent;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayEvent.SkipReason;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;

/**
 * Decodes and routes a batch of stream records, and restores their order. Confined to the event
 * loop.
 */
final class Intake {
  /** A record as it was submitted. */
  record Submitted(StreamRecord record, Progress.Slot slot) {}

  private final Decoder decoder;
  private final Router router;
  private final boolean parksPoison;
  private final RelayObserver observer;
  private final Halt halt;
  private final SequenceOrder order = new SequenceOrder();

  Intake(Decoder decoder, Router router, boolean parksPoison, RelayObserver observer, Halt halt) {
    this.decoder = decoder;
    this.router = router;
    this.parksPoison = parksPoison;
    this.observer = observer;
    this.halt = halt;
  }

  /**
   * Reads a batch. A record that is not in the result is finished, or the relay has halted there.
   *
   * @param batch is emptied, so that records are not kept twice
   */
  List<Incoming> read(Deque<Submitted> batch) {
    List<Incoming> incoming = new ArrayList<>(batch.size());
    while (!batch.isEmpty()) {
      Submitted submitted = batch.removeFirst();
      try {
        read(submitted, incoming);
      } catch (RuntimeException failure) {
        halt.at(submitted.slot().position(), "INTERNAL", internal(failure));
      }
    }
    order.restore(
        incoming,
        inverted ->
            inverted
                .aggregateKey()
                .ifPresent(
                    key ->
                        observer.observe(
                            new RelayEvent.Inverted(key, inverted.slot().position()))));
    return incoming;
  }

  /** Without the failure's message, which may contain a payload. */
  private static String internal(RuntimeException failure) {
    return "reading the record failed because of a bug in the relay: "
        + Failures.code(failure)
        + Failures.place(failure);
  }

  private void read(Submitted submitted, List<Incoming> incoming) {
    decoder.decode(submitted.record()).when(new Reading(submitted.slot(), incoming));
  }

  private Incoming routed(Progress.Slot slot, List<Envelope> envelopes) {
    slot.written(envelopes.get(0).record().context().writtenAt());
    List<RoutedEvent> events = new ArrayList<>(envelopes.size());
    for (Envelope envelope : envelopes) {
      events.add(new RoutedEvent(envelope, router.route(envelope)));
    }
    return new Incoming.Events(slot, envelopes.get(0).aggregate().toString(), events);
  }

  /** Turns each kind of record into what is to be done with it. */
  private final class Reading implements Decoded.Cases {
    private final Progress.Slot slot;
    private final List<Incoming> incoming;

    private Reading(Progress.Slot slot, List<Incoming> incoming) {
      this.slot = slot;
      this.incoming = incoming;
    }

    @Override
    public void events(Decoded.Events events) {
      incoming.add(routed(slot, events.envelopes()));
    }

    @Override
    public void notOurs() {
      slot.admitted();
      observer.observe(new RelayEvent.Skipped(SkipReason.NOT_OURS));
    }

    @Override
    public void otherKeys(Decoded.OtherKeys other) {
      halt.at(
          slot.position(),
          "OTHER_KEYS",
          "the stream's records have the keys %s, but %s are configured: set table.partitionKey and table.sortKey"
              .formatted(new TreeSet<>(other.names()), decoder.keyNames()));
    }

    @Override
    public void notYet(Decoded.NotYet notYet) {
      halt.at(
          slot.position(),
          "NEWER_VERSION",
          "record %s has format version %s: upgrade the relay"
              .formatted(notYet.key(), notYet.version()));
    }

    @Override
    public void noImage(Decoded.NoImage noImage) {
      halt.at(
          slot.position(),
          "NO_IMAGE",
          "record %s has no content in the stream: set the stream's view type to NEW_IMAGE or NEW_AND_OLD_IMAGES"
              .formatted(noImage.key()));
    }

    @Override
    public void poison(Decoded.Poison poison) {
      if (parksPoison) {
        incoming.add(new Incoming.Poison(slot, poison));
      } else {
        halt.at(
            slot.position(),
            "MALFORMED",
            "record " + poison.key() + " cannot be read: " + poison.message());
      }
    }
  }
}

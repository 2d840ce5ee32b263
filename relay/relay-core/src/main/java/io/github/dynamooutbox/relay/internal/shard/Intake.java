package io.github.dynamooutbox.relay.internal.shard;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.call.Failures;
import io.github.dynamooutbox.relay.internal.decode.Decoded;
import io.github.dynamooutbox.relay.internal.decode.Decoder;
import io.github.dynamooutbox.relay.internal.lane.AggregateHolds;
import io.github.dynamooutbox.relay.internal.lane.Halt;
import io.github.dynamooutbox.relay.internal.lane.SequenceSort;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.internal.route.Router;
import io.github.dynamooutbox.relay.internal.shard.Incoming.RoutedEvent;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayEvent.SkipReason;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Restores the order of a batch of stream records, and decodes and routes them one by one. Confined
 * to the event loop.
 */
final class Intake {
  private final Decoder decoder;
  private final Router router;
  private final Set<String> targets;
  private final boolean parksPoison;
  private final RelayObserver observer;
  private final Halt halt;
  private final SequenceOrder order = new SequenceOrder(this::isSequence);

  Intake(Decoder decoder, Router router, boolean parksPoison, RelayObserver observer, Halt halt) {
    this.decoder = decoder;
    this.router = router;
    targets = router.targets();
    this.parksPoison = parksPoison;
    this.observer = observer;
    this.halt = halt;
  }

  /**
   * Puts a batch in the order in which its records have to leave. Looks only at their keys unless
   * those are out of order: the first can be sent while the last are still to be read.
   *
   * @param batch is emptied, so that records are not kept twice
   */
  List<KeyedRecord> inOrder(Deque<KeyedRecord> batch) {
    List<KeyedRecord> records = new ArrayList<>(batch.size());
    while (!batch.isEmpty()) {
      KeyedRecord submitted = batch.removeFirst();
      try {
        decoder.place(submitted.record(), submitted::isOf);
      } catch (RuntimeException failure) {
        halt.at(submitted.slot().position(), "INTERNAL", internal(failure));
      }
      records.add(submitted);
    }
    order.restore(records, late -> late.isInverted(true));
    return records;
  }

  private boolean isSequence(KeyedRecord record) {
    try {
      return decoder.isSequence(record.record());
    } catch (RuntimeException failure) {
      // The relay halts when it reads the record.
      return true;
    }
  }

  /** The lanes that a record may go to, by its key; some may turn out to be closed. */
  Set<LaneKey> lanes(KeyedRecord record) {
    Set<LaneKey> lanes = new LinkedHashSet<>();
    if (!record.aggregate().isEmpty()) {
      lanes.add(AggregateHolds.lane(record.aggregate()));
      targets.forEach(target -> lanes.add(new LaneKey(target, record.aggregate())));
    }
    return lanes;
  }

  /**
   * Reads a record. If there is no result, it is finished, or the relay has halted there or before
   * it.
   */
  Optional<Incoming> read(KeyedRecord submitted) {
    Reading reading = new Reading(submitted);
    try {
      decoder.decode(submitted.record()).when(reading);
    } catch (RuntimeException failure) {
      halt.at(submitted.slot().position(), "INTERNAL", internal(failure));
    }
    return Optional.ofNullable(reading.incoming);
  }

  /** Without the failure's message, which may contain a payload. */
  private static String internal(RuntimeException failure) {
    return "reading the record failed because of a bug in the relay: "
        + Failures.code(failure)
        + Failures.place(failure);
  }

  private Incoming routed(KeyedRecord submitted, List<Envelope> envelopes) {
    submitted.slot().written(envelopes.get(0).record().context().writtenAt());
    List<RoutedEvent> events = new ArrayList<>(envelopes.size());
    for (Envelope envelope : envelopes) {
      events.add(new RoutedEvent(envelope, router.route(envelope)));
    }
    return new Incoming(submitted.slot(), submitted.aggregate(), events, Optional.empty());
  }

  /** Turns each kind of record into what is to be done with it. */
  private final class Reading implements Decoded.Cases {
    private final KeyedRecord submitted;
    private final Progress.Slot slot;
    private @Nullable Incoming incoming;

    private Reading(KeyedRecord submitted) {
      this.submitted = submitted;
      slot = submitted.slot();
    }

    @Override
    public void events(Decoded.Events events) {
      if (submitted.isInverted()) {
        observer.observe(
            new RelayEvent.Inverted(events.envelopes().get(0).aggregate(), slot.position()));
      }
      incoming = routed(submitted, events.envelopes());
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
      order.forget(submitted.aggregate());
      if (parksPoison) {
        incoming = Incoming.unreadable(slot, poison);
      } else {
        halt.at(
            slot.position(),
            "MALFORMED",
            "record " + poison.key() + " cannot be read: " + poison.message());
      }
    }
  }

  /**
   * Puts the records of an aggregate that arrive together in the order of their sequence, and
   * notices where the stream was out of order. Goes by their keys, and asks whether they are what
   * they seem to be only where those are out of order. Confined to the relay's event loop.
   */
  static final class SequenceOrder {
    /**
     * How many aggregates are remembered from batch to batch, to notice inversions between them.
     */
    private static final int REMEMBERED = 10_000;

    private final Map<String, Long> highest =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > REMEMBERED;
          }
        };

    private final Predicate<KeyedRecord> isSequence;

    /**
     * Remembers nothing yet.
     *
     * @param isSequence whether the sequence in a record's key is one
     */
    SequenceOrder(Predicate<KeyedRecord> isSequence) {
      this.isSequence = isSequence;
    }

    /**
     * Sorts a batch in place; records of different aggregates keep their places.
     *
     * @param inverted called with each record that arrived after one with a higher sequence
     */
    void restore(List<KeyedRecord> batch, Consumer<KeyedRecord> inverted) {
      Map<String, Long> before = new HashMap<>();
      List<KeyedRecord> late = new ArrayList<>();
      for (KeyedRecord record : batch) {
        before.putIfAbsent(
            record.aggregate(), highest.getOrDefault(record.aggregate(), Long.MIN_VALUE));
        if (isInverted(record)) {
          late.add(record);
        }
      }
      if (late.isEmpty()) {
        return;
      }
      Set<String> misled = dropFalseSequences(batch, aggregates(late));
      misled.forEach(aggregate -> highest.put(aggregate, before.get(aggregate)));
      late.removeIf(record -> misled.contains(record.aggregate()));
      batch.stream()
          .filter(record -> misled.contains(record.aggregate()) && isInverted(record))
          .forEach(late::add);
      late.forEach(inverted);
      aggregates(late).forEach(aggregate -> sort(batch, aggregate));
    }

    /** Returns which of these aggregates had some. */
    private Set<String> dropFalseSequences(List<KeyedRecord> batch, Set<String> aggregates) {
      Set<String> misled = new HashSet<>();
      for (KeyedRecord record : batch) {
        if (record.sequence().isPresent()
            && aggregates.contains(record.aggregate())
            && !isSequence.test(record)) {
          record.hasNoSequence();
          misled.add(record.aggregate());
        }
      }
      return misled;
    }

    private static Set<String> aggregates(List<KeyedRecord> records) {
      return records.stream().map(KeyedRecord::aggregate).collect(Collectors.toSet());
    }

    /** What cannot be read says nothing about the sequence of what follows it. */
    void forget(String aggregate) {
      highest.remove(aggregate);
    }

    private boolean isInverted(KeyedRecord record) {
      if (record.sequence().isEmpty()) {
        return false;
      }
      long sequence = record.sequence().getAsLong();
      long before = highest.getOrDefault(record.aggregate(), Long.MIN_VALUE);
      highest.put(record.aggregate(), Math.max(before, sequence));
      return sequence < before;
    }

    private static void sort(List<KeyedRecord> batch, String aggregate) {
      List<Integer> places = new ArrayList<>();
      List<KeyedRecord> records = new ArrayList<>();
      for (int i = 0; i < batch.size(); i++) {
        if (batch.get(i).aggregate().equals(aggregate)) {
          places.add(i);
          records.add(batch.get(i));
        }
      }
      List<KeyedRecord> sorted = SequenceSort.sorted(records, KeyedRecord::sequence);
      for (int i = 0; i < places.size(); i++) {
        batch.set(places.get(i), sorted.get(i));
      }
    }
  }
}

package io.github.dynamooutbox.relay.internal.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.Records;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.decode.Decoded;
import io.github.dynamooutbox.relay.internal.decode.Decoder;
import io.github.dynamooutbox.relay.internal.lane.SequenceSort;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.internal.route.Routed;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SequenceOrderTest {
  private static final Decoder DECODER = new Decoder(Records.CODEC, Set.of());

  private final SequenceOrder order = new SequenceOrder();
  private final Progress progress = new Progress();
  private final Map<Long, Incoming.RoutedEvent> events = new HashMap<>();
  private final List<Incoming> inverted = new ArrayList<>();
  private long position;

  @Test
  void sortsEachAggregateInItsOwnPlacesAndTellsWhatCameLate() {
    RandomGenerator random = new SplittableRandom(1);
    List<Incoming> arrived = new ArrayList<>();
    List<Incoming> late = new ArrayList<>();
    for (int run = 0; run < 100; run++) {
      List<Incoming> batch = new ArrayList<>();
      for (int i = random.nextInt(8); i > 0; i--) {
        Incoming record = any(random);
        if (arrived.stream().anyMatch(before -> isHigher(before, record))) {
          late.add(record);
        }
        arrived.add(record);
        batch.add(record);
      }
      List<Incoming> expected = sorted(batch);

      order.restore(batch, inverted::add);

      assertThat(batch).as("batch %d", run).isEqualTo(expected);
      assertThat(inverted).as("batch %d", run).isEqualTo(late);
    }
  }

  @Test
  void remembersTheTenThousandAggregatesThatItMetLast() {
    List<Incoming> all =
        IntStream.rangeClosed(0, 10_000).mapToObj(id -> record("a" + id, 2)).toList();
    order.restore(new ArrayList<>(all.subList(0, 10_000)), inverted::add);
    order.restore(new ArrayList<>(List.of(record("a0", 1))), inverted::add);
    assertThat(inverted).extracting(Incoming::aggregate).containsExactly("a0");

    inverted.clear();
    order.restore(new ArrayList<>(all.subList(10_000, 10_001)), inverted::add);
    order.restore(new ArrayList<>(List.of(record("a0", 1), record("a1", 1))), inverted::add);
    assertThat(inverted).extracting(Incoming::aggregate).containsExactly("a0");
  }

  private static boolean isHigher(Incoming before, Incoming record) {
    return before.aggregate().equals(record.aggregate())
        && before.sequence().isPresent()
        && record.sequence().isPresent()
        && before.sequence().getAsLong() > record.sequence().getAsLong();
  }

  private static List<Incoming> sorted(List<Incoming> batch) {
    List<Incoming> sorted = new ArrayList<>(batch);
    for (String aggregate : List.of("a", "b", "c")) {
      Iterator<Incoming> own =
          SequenceSort.sorted(
                  batch.stream().filter(each -> each.aggregate().equals(aggregate)).toList(),
                  Incoming::sequence)
              .iterator();
      sorted.replaceAll(each -> each.aggregate().equals(aggregate) ? own.next() : each);
    }
    return sorted;
  }

  private Incoming any(RandomGenerator random) {
    String aggregate = String.valueOf((char) ('a' + random.nextInt(3)));
    // Grows more often than not, so that not everything is late.
    return random.nextInt(6) == 0
        ? new Incoming.Poison(
            slot(), new Decoded.Poison(new RecordKey("p", "s"), aggregate, Item.empty(), ""))
        : record(aggregate, position / 2 + random.nextInt(6));
  }

  private Incoming record(String aggregate, long sequence) {
    Incoming.RoutedEvent event = events.computeIfAbsent(sequence, SequenceOrderTest::event);
    return new Incoming.Events(slot(), aggregate, List.of(event));
  }

  private static Incoming.RoutedEvent event(long sequence) {
    Decoded decoded = DECODER.decode(Records.order(1, "x", sequence, Instant.EPOCH, 1));
    Envelope envelope = ((Decoded.Events) decoded).envelopes().get(0);
    return new Incoming.RoutedEvent(envelope, new Routed(Routed.Kind.DROPPED, Set.of()));
  }

  private Progress.Slot slot() {
    StreamPosition next = new StreamPosition(Long.toString(++position));
    return progress.track(next, Optional.empty()).orElseThrow();
  }
}

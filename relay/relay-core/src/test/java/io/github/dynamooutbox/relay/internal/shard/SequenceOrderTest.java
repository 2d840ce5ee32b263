package io.github.dynamooutbox.relay.internal.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.Records;
import io.github.dynamooutbox.relay.internal.lane.SequenceSort;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.internal.shard.Intake.SequenceOrder;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SequenceOrderTest {
  private final SequenceOrder order = new SequenceOrder(record -> true);
  private final Progress progress = new Progress();
  private final List<KeyedRecord> inverted = new ArrayList<>();
  private long position;

  @Test
  void sortsEachAggregateInItsOwnPlacesAndTellsWhatCameLate() {
    RandomGenerator random = new SplittableRandom(1);
    List<KeyedRecord> arrived = new ArrayList<>();
    List<KeyedRecord> late = new ArrayList<>();
    for (int run = 0; run < 100; run++) {
      List<KeyedRecord> batch = new ArrayList<>();
      for (int i = random.nextInt(8); i > 0; i--) {
        KeyedRecord record = any(random);
        if (arrived.stream().anyMatch(before -> isHigher(before, record))) {
          late.add(record);
        }
        arrived.add(record);
        batch.add(record);
      }
      List<KeyedRecord> expected = sorted(batch);

      order.restore(batch, inverted::add);

      assertThat(batch).as("batch %d", run).isEqualTo(expected);
      assertThat(inverted).as("batch %d", run).isEqualTo(late);
    }
  }

  @Test
  void remembersTheTenThousandAggregatesThatItMetLast() {
    List<KeyedRecord> all =
        IntStream.rangeClosed(0, 10_000).mapToObj(id -> record("a" + id, 2)).toList();
    order.restore(new ArrayList<>(all.subList(0, 10_000)), inverted::add);
    order.restore(new ArrayList<>(List.of(record("a0", 1))), inverted::add);
    assertThat(inverted).extracting(KeyedRecord::aggregate).containsExactly("a0");

    inverted.clear();
    order.restore(new ArrayList<>(all.subList(10_000, 10_001)), inverted::add);
    order.restore(new ArrayList<>(List.of(record("a0", 1), record("a1", 1))), inverted::add);
    assertThat(inverted).extracting(KeyedRecord::aggregate).containsExactly("a0");
  }

  /** It was not counted: with the foreign key all that came before was forgotten. */
  @Test
  void noticesWhatCameLateBesideAForeignItem() {
    KeyedRecord foreign = record("a", 9);
    SequenceOrder careful = new SequenceOrder(record -> record != foreign);
    careful.restore(new ArrayList<>(List.of(record("a", 5), record("b", 5))), inverted::add);
    KeyedRecord late = record("a", 4);
    List<KeyedRecord> batch = new ArrayList<>(List.of(foreign, late, record("a", 6)));
    careful.restore(batch, inverted::add);

    assertThat(inverted).containsExactly(late);
    assertThat(batch.get(0)).isEqualTo(foreign);
  }

  @Test
  void forgetsWhatCouldNotBeRead() {
    order.restore(
        new ArrayList<>(List.of(record("a", Long.MAX_VALUE), record("b", 2))), inverted::add);
    order.forget("a");
    order.restore(new ArrayList<>(List.of(record("a", 1), record("b", 1))), inverted::add);

    assertThat(inverted).extracting(KeyedRecord::aggregate).containsExactly("b");
  }

  private static boolean isHigher(KeyedRecord before, KeyedRecord record) {
    return before.aggregate().equals(record.aggregate())
        && before.sequence().isPresent()
        && record.sequence().isPresent()
        && before.sequence().getAsLong() > record.sequence().getAsLong();
  }

  private static List<KeyedRecord> sorted(List<KeyedRecord> batch) {
    List<KeyedRecord> sorted = new ArrayList<>(batch);
    for (String aggregate : List.of("a", "b", "c")) {
      Iterator<KeyedRecord> own =
          SequenceSort.sorted(
                  batch.stream().filter(each -> each.aggregate().equals(aggregate)).toList(),
                  KeyedRecord::sequence)
              .iterator();
      sorted.replaceAll(each -> each.aggregate().equals(aggregate) ? own.next() : each);
    }
    return sorted;
  }

  private KeyedRecord any(RandomGenerator random) {
    String aggregate = String.valueOf((char) ('a' + random.nextInt(3)));
    // Grows more often than not, so that not everything is late.
    return random.nextInt(6) == 0
        ? record(aggregate, OptionalLong.empty())
        : record(aggregate, position / 2 + random.nextInt(6));
  }

  private KeyedRecord record(String aggregate, long sequence) {
    return record(aggregate, OptionalLong.of(sequence));
  }

  private KeyedRecord record(String aggregate, OptionalLong sequence) {
    StreamRecord any = Records.business(++position);
    KeyedRecord record =
        new KeyedRecord(any, progress.track(any.position(), Optional.empty()).orElseThrow());
    record.isOf(aggregate, sequence);
    return record;
  }
}

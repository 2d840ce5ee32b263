package io.github.dynamooutbox.relay.internal.shard;

import io.github.dynamooutbox.relay.internal.lane.SequenceSort;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Puts the records of an aggregate that arrive together in the order of their sequence, by their
 * keys alone, and notices where the stream was out of order. Confined to the relay's event loop.
 */
final class SequenceOrder {
  /** How many aggregates are remembered from batch to batch, to notice inversions between them. */
  private static final int REMEMBERED = 10_000;

  private final Map<String, Long> highest =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > REMEMBERED;
        }
      };

  /**
   * Sorts a batch in place; records of different aggregates keep their places.
   *
   * @param inverted called with each record that arrived after one with a higher sequence
   */
  void restore(List<KeyedRecord> batch, Consumer<KeyedRecord> inverted) {
    Set<String> toSort = new HashSet<>();
    for (KeyedRecord record : batch) {
      if (isInverted(record)) {
        inverted.accept(record);
        toSort.add(record.aggregate());
      }
    }
    toSort.forEach(aggregate -> sort(batch, aggregate));
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

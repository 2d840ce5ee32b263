package io.github.dynamooutbox.relay.internal.lane;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/** Sorts what belongs to one aggregate by sequence. */
public final class SequenceSort {
  private record Placed<T>(T item, long key) {}

  private SequenceSort() {}

  /**
   * Sorts by sequence. An item that has none, or cannot be read, stays behind everything that came
   * before it: only an item with a lower sequence than the highest of those may move ahead of it.
   *
   * @param items of one aggregate, in the order of the stream
   * @return all of them, in the order in which they have to leave
   */
  public static <T> List<T> sorted(List<T> items, Function<T, OptionalLong> sequence) {
    List<Placed<T>> placed = new ArrayList<>(items.size());
    long highest = Long.MIN_VALUE;
    for (T item : items) {
      OptionalLong known = sequence.apply(item);
      if (known.isPresent()) {
        highest = Math.max(highest, known.getAsLong());
      }
      placed.add(new Placed<>(item, known.orElse(highest)));
    }
    placed.sort(Comparator.comparingLong(Placed::key));
    return placed.stream().map(Placed::item).toList();
  }
}

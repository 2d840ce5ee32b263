package io.github.dynamooutbox.format;

import org.jspecify.annotations.Nullable;

/**
 * Keeps the encoded value of the last number, for numbers that mostly stay the same from one record
 * to the next, such as the second in which records expire. Thread-safe.
 */
final class Repeated<V> {
  private final AttributeFactory<V> values;
  private volatile @Nullable Made<V> last;

  private record Made<V>(long number, V value) {}

  Repeated(AttributeFactory<V> values) {
    this.values = values;
  }

  V of(long number) {
    Made<V> known = last;
    if (known == null || known.number() != number) {
      known = new Made<>(number, values.number(Long.toString(number)));
      last = known;
    }
    return known.value();
  }
}

package io.github.dynamooutbox.format;

import java.io.Serializable;
import java.util.Comparator;
import java.util.Optional;

/**
 * The position of an event among the events of its aggregate, as consumers receive it: the
 * attribute {@code sequence} is the record's sequence in 19 digits, a dot and the index in the
 * record in 6 digits, so that it sorts as text; {@code sequencecount} is the number of events in
 * the record and is left out where that is 1. Immutable.
 *
 * @param version sequence of the record: the aggregate's version after the transaction; 0 or more
 * @param index index of the event in its record, from 0
 * @param count number of events in the record, more than {@code index}
 */
public record EventPosition(long version, int index, int count)
    implements Comparable<EventPosition>, Serializable {
  /** Digits of {@link Long#MAX_VALUE}. */
  private static final int VERSION_DIGITS = 19;

  /** Enough for every event that fits into the 4 MB of a transaction. */
  private static final int INDEX_DIGITS = 6;

  private static final int LENGTH = VERSION_DIGITS + 1 + INDEX_DIGITS;

  private static final Comparator<EventPosition> ORDER =
      Comparator.comparingLong(EventPosition::version)
          .thenComparingInt(EventPosition::index)
          .thenComparingInt(EventPosition::count);

  public EventPosition {
    if (version < 0 || index < 0 || index >= count) {
      throw new IllegalArgumentException(
          "event %d of %d at version %d: version must be >= 0, and 0 <= index < count"
              .formatted(index, count, version));
    }
  }

  /**
   * Parses the attributes that consumers receive.
   *
   * @param sequence the attribute {@code sequence}
   * @param count the attribute {@code sequencecount}; empty for the only event of its record
   * @throws IllegalArgumentException if these are not a valid position; the message says why
   */
  public static EventPosition parse(String sequence, Optional<String> count) {
    if (sequence.length() != LENGTH
        || sequence.charAt(VERSION_DIGITS) != '.'
        || !isDigits(sequence, 0, VERSION_DIGITS)
        || !isDigits(sequence, VERSION_DIGITS + 1, LENGTH)) {
      throw new IllegalArgumentException(
          "sequence \"%s\": must be %d digits, a dot and %d digits"
              .formatted(sequence, VERSION_DIGITS, INDEX_DIGITS));
    }
    try {
      long version = Long.parseLong(sequence, 0, VERSION_DIGITS, 10);
      int index = Integer.parseInt(sequence, VERSION_DIGITS + 1, LENGTH, 10);
      return new EventPosition(version, index, count.map(Integer::parseInt).orElse(1));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "sequence \"%s\" with sequencecount \"%s\": the count must be a number above the index"
              .formatted(sequence, count.orElse("")),
          e);
    }
  }

  /** A plain loop: this runs for each event that a consumer receives. */
  private static boolean isDigits(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  /** The attribute {@code sequence}, which sorts as text in the order of the positions. */
  public String sequence() {
    char[] text = new char[LENGTH];
    fill(text, VERSION_DIGITS, VERSION_DIGITS, version);
    text[VERSION_DIGITS] = '.';
    fill(text, LENGTH, INDEX_DIGITS, index);
    return new String(text);
  }

  /** The attribute {@code sequencecount}; empty for the only event of its record. */
  public Optional<String> sequenceCount() {
    return count == 1 ? Optional.empty() : Optional.of(Integer.toString(count));
  }

  /**
   * The {@link #sequence} of the event after this one if versions are consecutive: the next event
   * of this record, or the first of the next version.
   */
  public String nextSequence() {
    return index + 1 < count
        ? new EventPosition(version, index + 1, count).sequence()
        : new EventPosition(Math.addExact(version, 1), 0, 1).sequence();
  }

  private static void fill(char[] text, int end, int digits, long number) {
    long rest = number;
    for (int i = end - 1; i >= end - digits; i--) {
      text[i] = (char) ('0' + rest % 10);
      rest /= 10;
    }
  }

  @Override
  public int compareTo(EventPosition other) {
    return ORDER.compare(this, other);
  }

  /** For example {@code 7.0 of 2}. */
  @Override
  public String toString() {
    return version + "." + index + (count == 1 ? "" : " of " + count);
  }
}

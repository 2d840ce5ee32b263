package io.github.dynamooutbox.writer.internal.encode;

import java.util.Arrays;

/**
 * Sorts the members of one JSON object by their characters.
 *
 * <p>A few members are sorted by insertion, in an array of positions, in half the time that a list
 * of objects takes. Many are sorted by the JDK.
 */
public final class MemberOrder {
  private static final int FEW = 16;

  /** Start and end of each member; kept in order while there are few. */
  private int[] bounds = new int[2 * FEW];

  private int count;
  private int first;
  private boolean isMoved;

  /**
   * Adds the member that follows the last one.
   *
   * @param start index of the member in the text
   * @param end index of its end, exclusive
   */
  public void add(char[] text, int start, int end) {
    if (count == 0) {
      first = start;
    }
    if (2 * count == bounds.length) {
      bounds = Arrays.copyOf(bounds, 2 * bounds.length);
    }
    int to = count;
    if (count < FEW) {
      while (to > 0 && compare(text, to - 1, start) > 0) {
        move(to - 1, to);
        to--;
      }
    }
    isMoved |= to < count;
    bounds[2 * to] = start;
    bounds[2 * to + 1] = end;
    count++;
  }

  private void move(int from, int to) {
    bounds[2 * to] = bounds[2 * from];
    bounds[2 * to + 1] = bounds[2 * from + 1];
  }

  /**
   * Most names differ in their first characters. Members that do not differ are equal: none is the
   * beginning of another, because strings come with their length and all else ends with a comma.
   */
  private int compare(char[] text, int member, int otherStart) {
    int start = bounds[2 * member];
    int length = bounds[2 * member + 1] - start;
    for (int i = 0; i < length; i++) {
      int difference = text[start + i] - text[otherStart + i];
      if (difference != 0) {
        return difference;
      }
    }
    return 0;
  }

  /** Overwrites the members in the text with the sorted ones. */
  public void applyTo(char[] text) {
    if (count > FEW) {
      sortMany(text);
    } else if (!isMoved) {
      return;
    }
    int length = 0;
    for (int i = 0; i < count; i++) {
      length += bounds[2 * i + 1] - bounds[2 * i];
    }
    char[] sorted = new char[length];
    int to = 0;
    for (int i = 0; i < count; i++) {
      int size = bounds[2 * i + 1] - bounds[2 * i];
      System.arraycopy(text, bounds[2 * i], sorted, to, size);
      to += size;
    }
    System.arraycopy(sorted, 0, text, first, length);
  }

  private void sortMany(char[] text) {
    Integer[] order = new Integer[count];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (one, other) -> compare(text, one, bounds[2 * other]));
    int[] sorted = new int[2 * count];
    for (int i = 0; i < count; i++) {
      sorted[2 * i] = bounds[2 * order[i]];
      sorted[2 * i + 1] = bounds[2 * order[i] + 1];
    }
    bounds = sorted;
  }
}

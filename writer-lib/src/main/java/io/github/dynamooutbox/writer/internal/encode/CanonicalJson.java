package io.github.dynamooutbox.writer.internal.encode;

import java.util.Arrays;

/**
 * A canonical form of JSON: without white space, and with the members of each object sorted by
 * name, since maps may be written in any order. Two texts have the same form exactly if they have
 * the same content; the form itself is not JSON. Numbers are compared as they are written.
 *
 * <p>Works on characters, because parsing took half the cost of an idempotency key. That is safe
 * because the writer has validated the text.
 */
public final class CanonicalJson {
  private static final int MAX_DEPTH = 1000;
  private static final int HEX_DIGITS = 4;
  private static final int HEX = 16;
  private static final int TEN = 10;

  private final String json;

  /** The same characters in an array, where access takes half the time. */
  private final char[] chars;

  /**
   * Large enough for every form of this JSON: empty strings in an array grow most, from two
   * characters and a comma to four.
   */
  private final char[] form;

  private int at;
  private int length;

  /** Index of the next escape, or the length of the text if there is none. */
  private int escape;

  private CanonicalJson(String json) {
    this.json = json;
    this.chars = json.toCharArray();
    this.escape = escapeFrom(0);
    this.form = new char[json.length() + json.length() / 2 + 1];
  }

  /**
   * The canonical form of one value. JSON that is nested more than 1,000 levels deep is returned as
   * it is.
   *
   * @param json one JSON value, well formed
   */
  public static String of(String json) {
    CanonicalJson canonical = new CanonicalJson(json);
    return canonical.value(0) ? new String(canonical.form, 0, canonical.length) : json;
  }

  /** Returns false if the value is nested too deeply. */
  private boolean value(int depth) {
    return switch (next()) {
      case '{' -> depth < MAX_DEPTH && object(depth + 1);
      case '[' -> depth < MAX_DEPTH && array(depth + 1);
      case '"' -> {
        append('"');
        text();
        yield true;
      }
      default -> {
        word();
        yield true;
      }
    };
  }

  private boolean object(int depth) {
    at++;
    append('{');
    MemberOrder members = new MemberOrder();
    while (next() != '}') {
      int start = length;
      text();
      skip(':');
      if (!value(depth)) {
        return false;
      }
      skip(',');
      append(',');
      members.add(form, start, length);
    }
    at++;
    members.applyTo(form);
    append('}');
    return true;
  }

  private boolean array(int depth) {
    at++;
    append('[');
    while (next() != ']') {
      if (!value(depth)) {
        return false;
      }
      skip(',');
      append(',');
    }
    at++;
    append(']');
    return true;
  }

  /** Writes a string with its length, so that nothing in it can be mistaken for structure. */
  private void text() {
    int start = ++at;
    int end = json.indexOf('"', start);
    if (escape < end) {
      String unescaped = unescaped();
      appendLength(unescaped.length());
      append(unescaped);
    } else {
      appendLength(end - start);
      append(start, end);
      at = end + 1;
    }
  }

  /** Reads a string that has escapes. */
  private String unescaped() {
    StringBuilder text = new StringBuilder();
    for (char c = chars[at++]; c != '"'; c = chars[at++]) {
      text.append(c == '\\' ? escaped() : c);
    }
    escape = escapeFrom(at);
    return text.toString();
  }

  private int escapeFrom(int start) {
    int found = json.indexOf('\\', start);
    return found < 0 ? json.length() : found;
  }

  private char escaped() {
    char c = chars[at++];
    return switch (c) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        at += HEX_DIGITS;
        yield (char) Integer.parseInt(json, at - HEX_DIGITS, at, HEX);
      }
      default -> c;
    };
  }

  /** Copies a number or a literal. */
  private void word() {
    int start = at;
    while (at < chars.length && isOfWord(chars[at])) {
      at++;
    }
    append(start, at);
  }

  private static boolean isOfWord(char c) {
    return c != ',' && c != ']' && c != '}' && !isSpace(c);
  }

  private void append(char c) {
    form[length++] = c;
  }

  /** Most strings are short: their length is written without creating a string. */
  private void appendLength(int characters) {
    if (characters < TEN) {
      append((char) ('0' + characters));
    } else {
      append(Integer.toString(characters));
    }
    append(':');
  }

  private void append(String text) {
    text.getChars(0, text.length(), form, length);
    length += text.length();
  }

  /** Copies part of the JSON. */
  private void append(int start, int end) {
    System.arraycopy(chars, start, form, length, end - start);
    length += end - start;
  }

  private void skip(char separator) {
    if (next() == separator) {
      at++;
    }
  }

  /** Returns the next character that is not white space, without consuming it. */
  private char next() {
    while (isSpace(chars[at])) {
      at++;
    }
    return chars[at];
  }

  private static boolean isSpace(char c) {
    return c <= ' ' && (c == ' ' || c == '\n' || c == '\r' || c == '\t');
  }

  /**
   * Sorts the members of one JSON object by their characters.
   *
   * <p>A few members are sorted by insertion, in an array of positions, in half the time that a
   * list of objects takes. Many are sorted by the JDK.
   */
  private static final class MemberOrder {
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
    void add(char[] text, int start, int end) {
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
     * Most names differ in their first characters. Members that do not differ are equal: none is
     * the beginning of another, because strings come with their length and all else ends with a
     * comma.
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
    void applyTo(char[] text) {
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
}

package io.github.dynamooutbox.writer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * JSON by its content: without white space, and with the members of objects in the order of their
 * names, since maps may be written in any order. Two texts with the same content have the same
 * form, and no others have; the form itself is not JSON. Numbers count as they are written.
 *
 * <p>Not a parser, because that took half of what an idempotency key costs: {@link PayloadRules}
 * has checked the text.
 */
final class CanonicalJson {
  private static final int MAX_DEPTH = 1000;
  private static final int HEX_DIGITS = 4;
  private static final int HEX = 16;

  private final char[] json;
  private char[] form;
  private int at;
  private int length;

  private CanonicalJson(String json) {
    this.json = json.toCharArray();
    this.form = new char[json.length() + json.length() / 4];
  }

  /**
   * The form of one value; what is nested more than 1,000 levels deep counts as it is.
   *
   * @param json one JSON value, well formed
   */
  static String of(String json) {
    CanonicalJson canonical = new CanonicalJson(json);
    return canonical.value(0) ? new String(canonical.form, 0, canonical.length) : json;
  }

  /** A member of an object, in the form. */
  private record Member(int start, int end) {}

  /** Whether the value is not nested too deeply. */
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
    List<Member> members = new ArrayList<>();
    while (next() != '}') {
      int start = length;
      text();
      skip(':');
      if (!value(depth)) {
        return false;
      }
      skip(',');
      append(',');
      members.add(new Member(start, length));
    }
    at++;
    sort(members);
    append('}');
    return true;
  }

  /** Of the object that the form ends with. */
  private void sort(List<Member> members) {
    if (members.size() < 2) {
      return;
    }
    int start = members.get(0).start();
    members.sort(
        (one, other) ->
            Arrays.compare(form, one.start(), one.end(), form, other.start(), other.end()));
    char[] sorted = new char[length - start];
    int to = 0;
    for (Member member : members) {
      int size = member.end() - member.start();
      System.arraycopy(form, member.start(), sorted, to, size);
      to += size;
    }
    System.arraycopy(sorted, 0, form, start, sorted.length);
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

  /** A text with its length, so that nothing in it can pass for structure. */
  private void text() {
    int start = ++at;
    char c = json[at];
    while (c != '"' && c != '\\') {
      c = json[++at];
    }
    if (c == '"') {
      append(Integer.toString(at - start));
      append(':');
      append(start, at++);
    } else {
      String unescaped = unescaped(start);
      append(Integer.toString(unescaped.length()));
      append(':');
      append(unescaped);
    }
  }

  /** The rest of a text, from its first escape on. */
  private String unescaped(int start) {
    StringBuilder text = new StringBuilder().append(json, start, at - start);
    for (char c = json[at++]; c != '"'; c = json[at++]) {
      text.append(c == '\\' ? escaped() : c);
    }
    return text.toString();
  }

  private char escaped() {
    char c = json[at++];
    return switch (c) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        at += HEX_DIGITS;
        yield (char) Integer.parseInt(new String(json, at - HEX_DIGITS, HEX_DIGITS), HEX);
      }
      default -> c;
    };
  }

  /** A number or a literal, up to what cannot belong to it. */
  private void word() {
    int start = at;
    while (at < json.length && isOfWord(json[at])) {
      at++;
    }
    append(start, at);
  }

  private static boolean isOfWord(char c) {
    return c != ',' && c != ']' && c != '}' && !isSpace(c);
  }

  private void append(char c) {
    room(1);
    form[length++] = c;
  }

  private void append(String text) {
    room(text.length());
    text.getChars(0, text.length(), form, length);
    length += text.length();
  }

  /** What the JSON has there. */
  private void append(int start, int end) {
    room(end - start);
    System.arraycopy(json, start, form, length, end - start);
    length += end - start;
  }

  private void room(int more) {
    if (length + more > form.length) {
      form = Arrays.copyOf(form, Math.max(2 * form.length, length + more));
    }
  }

  private void skip(char separator) {
    if (next() == separator) {
      at++;
    }
  }

  /** The next character that is not white space; the last one is never passed. */
  private char next() {
    while (isSpace(json[at])) {
      at++;
    }
    return json[at];
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }
}

package io.github.dynamooutbox.writer;

import java.util.ArrayList;
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

  private final String json;
  private final StringBuilder form;
  private int at;

  private CanonicalJson(String json) {
    this.json = json;
    this.form = new StringBuilder(json.length() + json.length() / 4);
  }

  /**
   * The form of one value; what is nested more than 1,000 levels deep counts as it is.
   *
   * @param json one JSON value, well formed
   */
  static String of(String json) {
    CanonicalJson canonical = new CanonicalJson(json);
    return canonical.value(0) ? canonical.form.toString() : json;
  }

  /** Whether the value is not nested too deeply. */
  private boolean value(int depth) {
    return switch (next()) {
      case '{' -> depth < MAX_DEPTH && object(depth + 1);
      case '[' -> depth < MAX_DEPTH && array(depth + 1);
      case '"' -> {
        form.append('"');
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
    int start = form.length();
    List<String> members = new ArrayList<>();
    while (next() != '}') {
      text();
      skip(':');
      if (!value(depth)) {
        return false;
      }
      skip(',');
      members.add(form.substring(start));
      form.setLength(start);
    }
    at++;
    members.sort(null);
    form.append('{');
    for (String member : members) {
      form.append(member).append(',');
    }
    form.append('}');
    return true;
  }

  private boolean array(int depth) {
    at++;
    form.append('[');
    while (next() != ']') {
      if (!value(depth)) {
        return false;
      }
      skip(',');
      form.append(',');
    }
    at++;
    form.append(']');
    return true;
  }

  /** With its length, so that nothing in it can be taken for what follows. */
  private void text() {
    int start = ++at;
    char c = json.charAt(at);
    while (c != '"' && c != '\\') {
      c = json.charAt(++at);
    }
    if (c == '"') {
      form.append(at - start).append(':').append(json, start, at++);
    } else {
      String unescaped = unescaped(start);
      form.append(unescaped.length()).append(':').append(unescaped);
    }
  }

  private String unescaped(int start) {
    StringBuilder text = new StringBuilder().append(json, start, at);
    for (char c = json.charAt(at++); c != '"'; c = json.charAt(at++)) {
      text.append(c == '\\' ? escaped() : c);
    }
    return text.toString();
  }

  private char escaped() {
    char c = json.charAt(at++);
    return switch (c) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> (char) Integer.parseInt(json, at, at += HEX_DIGITS, HEX);
      default -> c;
    };
  }

  /** A number, or one of the names. */
  private void word() {
    int start = at;
    while (at < json.length() && isOfWord(json.charAt(at))) {
      at++;
    }
    form.append(json, start, at);
  }

  private static boolean isOfWord(char c) {
    return c != ',' && c != ']' && c != '}' && !isSpace(c);
  }

  private void skip(char separator) {
    if (next() == separator) {
      at++;
    }
  }

  /** The next character that is not white space; the last one is never passed. */
  private char next() {
    while (isSpace(json.charAt(at))) {
      at++;
    }
    return json.charAt(at);
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }
}

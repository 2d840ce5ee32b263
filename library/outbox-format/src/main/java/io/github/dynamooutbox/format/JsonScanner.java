package io.github.dynamooutbox.format;

import java.util.BitSet;

/**
 * Checks that a text is exactly one JSON value (RFC 8259), without building it. Does not recurse,
 * so that payloads may be nested as deeply as their size allows.
 */
final class JsonScanner {
  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final int HEX_DIGITS = 4;
  private static final int TEN = 10;

  /** A shorter integer has at most 64 bits. */
  private static final int SAFE_LENGTH = 19;

  private final String text;
  private int at;
  private boolean expectsValue = true;

  /** For each open container: whether it is an object (or else an array). */
  private final BitSet objects = new BitSet();

  private int depth;
  private int deepest;
  private int longestNumber;
  private int longestName;
  private boolean hasLargeInteger;

  JsonScanner(String text) {
    this.text = text;
  }

  /** Why the text is not JSON; empty if it is. */
  String problem() {
    if (is(BYTE_ORDER_MARK)) {
      return "starts with a byte order mark";
    }
    skipSpace();
    if (at == text.length()) {
      return "is empty";
    }
    if (!value()) {
      return "fails at character " + at;
    }
    skipSpace();
    return at == text.length() ? "" : "has content after its first value";
  }

  /** What the text looks like, after it was checked. */
  JsonShape shape() {
    return new JsonShape(deepest, longestNumber, longestName, hasLargeInteger);
  }

  /** The index at which the value starts, after white space. */
  static int start(String text) {
    JsonScanner scanner = new JsonScanner(text);
    scanner.skipSpace();
    return scanner.at;
  }

  /**
   * Scans a value with everything in it. If that fails, {@code at} is the position of the error.
   */
  private boolean value() {
    do {
      skipSpace();
      if (!(expectsValue ? begin() : proceed())) {
        return false;
      }
    } while (expectsValue || depth > 0);
    return true;
  }

  private boolean begin() {
    char first = at < text.length() ? text.charAt(at) : 0;
    if (first == '{' || first == '[') {
      at++;
      return open(first == '{');
    }
    expectsValue = false;
    return scalar(first);
  }

  private boolean open(boolean object) {
    objects.set(depth++, object);
    deepest = Math.max(deepest, depth);
    skipSpace();
    if (is(closing())) {
      expectsValue = false;
      return true;
    }
    return !object || name();
  }

  /** Continues after a value within a container. */
  private boolean proceed() {
    if (take(closing())) {
      depth--;
      return true;
    }
    expectsValue = take(',');
    return expectsValue && (!inObject() || name());
  }

  private char closing() {
    return inObject() ? '}' : ']';
  }

  private boolean inObject() {
    return objects.get(depth - 1);
  }

  private boolean name() {
    skipSpace();
    int start = at + 1;
    if (!take('"') || !string()) {
      return false;
    }
    longestName = Math.max(longestName, at - 1 - start);
    skipSpace();
    return take(':');
  }

  private boolean scalar(char first) {
    return switch (first) {
      case '"' -> {
        at++;
        yield string();
      }
      case 't' -> word("true");
      case 'f' -> word("false");
      case 'n' -> word("null");
      default -> number();
    };
  }

  private boolean word(String word) {
    boolean found = text.startsWith(word, at);
    at += found ? word.length() : 0;
    return found;
  }

  /** Scans a string from after its opening quotation mark to after its closing one. */
  private boolean string() {
    skipPlain();
    while (take('\\')) {
      if (!escape()) {
        return false;
      }
      skipPlain();
    }
    return take('"');
  }

  /** Skips plain characters of a string. Most of a payload is scanned here. */
  private void skipPlain() {
    int end = text.length();
    int next = at;
    while (next < end && isPlain(text.charAt(next))) {
      next++;
    }
    at = next;
  }

  private static boolean isPlain(char c) {
    return c != '"' && c != '\\' && c >= ' ';
  }

  private boolean escape() {
    if (!take('u')) {
      return takeOneOf("\"\\/bfnrt");
    }
    for (int i = 0; i < HEX_DIGITS; i++) {
      if (!takeOneOf("0123456789abcdefABCDEF")) {
        return false;
      }
    }
    return true;
  }

  private boolean number() {
    int start = at;
    boolean unusedSign = take('-');
    if (!take('0') && !digits()) {
      return false;
    }
    if (!isFraction() && at - start >= SAFE_LENGTH) {
      hasLargeInteger |= !isLong(start);
    }
    if (take('.') && !digits()) {
      return false;
    }
    if (takeOneOf("eE")) {
      boolean unusedExponentSign = takeOneOf("+-");
      if (!digits()) {
        return false;
      }
    }
    longestNumber = Math.max(longestNumber, at - start);
    return true;
  }

  private boolean isFraction() {
    return is('.') || is('e') || is('E');
  }

  private boolean isLong(int start) {
    try {
      long unused = Long.parseLong(text, start, at, TEN);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Scans one or more digits. */
  private boolean digits() {
    int first = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at > first;
  }

  private void skipSpace() {
    while (at < text.length() && isSpace(text.charAt(at))) {
      at++;
    }
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  private boolean takeOneOf(String allowed) {
    boolean found = at < text.length() && allowed.indexOf(text.charAt(at)) >= 0;
    at += found ? 1 : 0;
    return found;
  }

  private boolean take(char c) {
    boolean found = is(c);
    at += found ? 1 : 0;
    return found;
  }

  private boolean is(char c) {
    return at < text.length() && text.charAt(at) == c;
  }
}

package io.github.dynamooutbox.format;

import java.util.BitSet;

/**
 * Checks that a text is exactly one JSON value (RFC 8259), without building it. Does not recurse,
 * so that payloads may be nested as deeply as their size allows.
 */
final class JsonScanner {
  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final int HEX_DIGITS = 4;

  private final String text;
  private int at;
  private boolean expectsValue = true;

  /** For each open container: whether it is an object (or else an array). */
  private final BitSet objects = new BitSet();

  private int depth;

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
    if (!take('"') || !string()) {
      return false;
    }
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
    boolean unusedSign = take('-');
    if (!take('0') && !digits()) {
      return false;
    }
    if (take('.') && !digits()) {
      return false;
    }
    if (!takeOneOf("eE")) {
      return true;
    }
    boolean unusedExponentSign = takeOneOf("+-");
    return digits();
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

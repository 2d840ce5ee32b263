package io.github.dynamooutbox.format.render;

import io.github.dynamooutbox.format.MessageText;
import java.util.Base64;

/**
 * Takes the members of a JSON object one after the other, and writes them, or only counts what they
 * take. Not thread-safe.
 */
abstract class JsonMembers {
  /** Control characters with an escape of their own, and the letters of those escapes. */
  private static final String SHORT_ESCAPES = "\b\t\n\f\r";

  private static final String LETTERS = "btnfr";

  private boolean isFirst = true;

  /** Text in which nothing has to be escaped. */
  abstract void write(String text, int from, int to);

  abstract void writeBase64(byte[] bytes);

  /** A member with a text. Half a surrogate pair is escaped. */
  final void text(String name, String value) {
    name(name);
    write("\"");
    escaped(value);
    write("\"");
  }

  /**
   * A member with a JSON value, which is embedded as it is.
   *
   * @throws RefusedEvent if it contains half a surrogate pair, which UTF-8 cannot express
   */
  final void json(String name, String value) throws RefusedEvent {
    for (int i = 0; i < value.length(); i++) {
      if (isHalf(value, i)) {
        throw new RefusedEvent("MALFORMED_TEXT", "a text contains half a surrogate pair");
      }
    }
    name(name);
    write(value);
  }

  /** A member with bytes in base64. */
  final void base64(String name, byte[] bytes) {
    name(name);
    write("\"");
    writeBase64(bytes);
    write("\"");
  }

  /** Ends the object. */
  final void end() {
    write(isFirst ? "{}" : "}");
  }

  /** Names of attributes need no escapes. */
  private void name(String name) {
    write(isFirst ? "{\"" : ",\"");
    isFirst = false;
    write(name);
    write("\":");
  }

  private void write(String text) {
    write(text, 0, text.length());
  }

  private void escaped(String text) {
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\' || isHalf(text, i)) {
        write(text, from, i);
        write(escape(c));
        from = i + 1;
      }
    }
    write(text, from, text.length());
  }

  private static String escape(char c) {
    if (c == '"' || c == '\\') {
      return "\\" + c;
    }
    int letter = SHORT_ESCAPES.indexOf(c);
    return letter < 0 ? "\\u%04X".formatted((int) c) : "\\" + LETTERS.charAt(letter);
  }

  private static boolean isHalf(String text, int at) {
    char c = text.charAt(at);
    if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
      return false;
    }
    return Character.isHighSurrogate(c)
        ? at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1))
        : at == 0 || !Character.isHighSurrogate(text.charAt(at - 1));
  }

  /** Writes the object as text. */
  static final class AsText extends JsonMembers {
    private final StringBuilder text;

    /**
     * @param text empty
     */
    AsText(StringBuilder text) {
      this.text = text;
    }

    @Override
    void write(String piece, int from, int to) {
      if (from == 0 && to == piece.length()) {
        text.append(piece);
      } else {
        text.append(piece, from, to);
      }
    }

    @Override
    void writeBase64(byte[] bytes) {
      text.append(Base64.getEncoder().encodeToString(bytes));
    }
  }

  /**
   * Counts the bytes that the object takes as UTF-8, with escapes for what a message of SQS may not
   * contain.
   */
  static final class AsSize extends JsonMembers {
    private static final int ESCAPE = 6;

    private long bytes;

    long bytes() {
      return bytes;
    }

    @Override
    void write(String piece, int from, int to) {
      for (int i = from; i < to; i++) {
        bytes += size(piece.charAt(i));
      }
    }

    /** Half a pair counts for two of its four bytes. */
    private static int size(char c) {
      if (c < 0x80) {
        return 1;
      }
      if (c < 0x800 || Character.isSurrogate(c)) {
        return 2;
      }
      return MessageText.allows(c) ? 3 : ESCAPE;
    }

    @Override
    void writeBase64(byte[] base64) {
      bytes += 4 * ((base64.length + 2L) / 3);
    }
  }
}

package io.github.dynamooutbox.aws.internal.render;

/**
 * The characters that a message of SQS may contain. AWS says that others are refused, and elsewhere
 * that they are replaced; neither may happen to an event.
 */
public final class QueueText {
  private QueueText() {}

  /** SQS API reference, SendMessageBatch: the characters of XML. */
  public static boolean allows(int c) {
    return c == 0x9
        || c == 0xA
        || c == 0xD
        || (c >= 0x20 && c <= 0xD7FF)
        || (c >= 0xE000 && c <= 0xFFFD)
        || c >= 0x10000;
  }

  /** Whether all characters are allowed. */
  public static boolean allows(String text) {
    return text.codePoints().allMatch(QueueText::allows);
  }

  /**
   * The same JSON with escapes in place of characters that are not allowed. In well-formed JSON
   * they occur in strings only, where an escape means the same.
   */
  public static String escaped(String json) {
    if (allows(json)) {
      return json;
    }
    StringBuilder escaped = new StringBuilder(json.length() + 16);
    json.codePoints()
        .forEach(
            c -> {
              if (allows(c)) {
                escaped.appendCodePoint(c);
              } else {
                escaped.append("\\u%04x".formatted(c));
              }
            });
    return escaped.toString();
  }
}

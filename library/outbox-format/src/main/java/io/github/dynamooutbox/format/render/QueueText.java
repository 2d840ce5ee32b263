package io.github.dynamooutbox.format.render;

import io.github.dynamooutbox.format.MessageText;

/** JSON as a message of SQS. */
public final class QueueText {
  private QueueText() {}

  /**
   * The same JSON with escapes in place of characters that are not allowed. In well-formed JSON
   * they occur in strings only, where an escape means the same.
   */
  public static String escaped(String json) {
    if (MessageText.allows(json)) {
      return json;
    }
    StringBuilder escaped = new StringBuilder(json.length() + 16);
    json.codePoints()
        .forEach(
            c -> {
              if (MessageText.allows(c)) {
                escaped.appendCodePoint(c);
              } else {
                escaped.append("\\u%04x".formatted(c));
              }
            });
    return escaped.toString();
  }
}

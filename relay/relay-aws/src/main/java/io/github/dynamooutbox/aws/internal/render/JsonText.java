package io.github.dynamooutbox.aws.internal.render;

/**
 * JSON that is sent as text.
 *
 * @param text the JSON
 * @param bytes its length as UTF-8
 */
public record JsonText(String text, int bytes) {
  static JsonText of(String text) {
    return new JsonText(text, Utf8.length(text));
  }

  @Override
  public String toString() {
    return "JsonText[" + bytes + " bytes]";
  }
}

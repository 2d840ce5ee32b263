package io.github.dynamooutbox.format.render;

import io.github.dynamooutbox.format.RecordSize;

/**
 * JSON that is sent as text.
 *
 * @param text the JSON
 * @param bytes its length as UTF-8
 */
public record JsonText(String text, int bytes) {
  static JsonText of(String text) {
    return new JsonText(text, (int) RecordSize.utf8Length(text));
  }

  @Override
  public String toString() {
    return "JsonText[" + bytes + " bytes]";
  }
}

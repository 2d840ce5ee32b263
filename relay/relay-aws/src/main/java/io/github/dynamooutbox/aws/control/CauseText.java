package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.format.RecordSize;

/** Cuts the texts of causes, which can have any length, to what is stored. */
final class CauseText {
  private static final int MAX_CODE_BYTES = 128;
  private static final int MAX_MESSAGE_BYTES = 1024;

  private CauseText() {}

  static String code(String text) {
    return cut(text, MAX_CODE_BYTES);
  }

  static String message(String text) {
    return cut(text, MAX_MESSAGE_BYTES);
  }

  /** The beginning of the text, at most this many bytes in UTF-8. */
  static String cut(String text, int maxBytes) {
    int bytes = 0;
    int end = 0;
    while (end < text.length()) {
      int next = text.offsetByCodePoints(end, 1);
      bytes += (int) RecordSize.utf8Length(text.substring(end, next));
      if (bytes > maxBytes) {
        break;
      }
      end = next;
    }
    return text.substring(0, end);
  }
}

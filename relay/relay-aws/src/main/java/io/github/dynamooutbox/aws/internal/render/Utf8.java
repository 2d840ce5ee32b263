package io.github.dynamooutbox.aws.internal.render;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** UTF-8: lengths without encoding, and strict decoding. */
public final class Utf8 {
  private Utf8() {}

  /** The number of bytes that a text takes as UTF-8, without encoding it. */
  public static int length(String text) {
    int bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x800) {
        // A surrogate pair is two characters and four bytes, so each half counts for two.
        bytes += Character.isSurrogate(c) ? 1 : 2;
      } else if (c >= 0x80) {
        bytes += 1;
      }
    }
    return bytes;
  }

  /** The text, or empty where the bytes are not UTF-8. */
  static Optional<String> decode(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}

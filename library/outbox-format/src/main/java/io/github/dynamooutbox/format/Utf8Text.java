package io.github.dynamooutbox.format;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Decodes bytes as UTF-8 without replacing what is not. Stateless. */
public final class Utf8Text {
  private Utf8Text() {}

  /** The text; empty if the bytes are not UTF-8. */
  public static Optional<String> decode(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}

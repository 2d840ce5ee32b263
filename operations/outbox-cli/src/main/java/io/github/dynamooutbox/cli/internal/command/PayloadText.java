package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.format.Payload;
import java.util.Base64;

/** Renders payloads for operators who have asked to see them. */
final class PayloadText {
  private PayloadText() {}

  /** Text as it is, bytes in Base64; of a payload kept elsewhere, its length and its URI. */
  static String of(Payload data) {
    return data.fold(
        text -> text.text(),
        binary -> Base64.getEncoder().encodeToString(binary.toBytes()),
        reference -> "%d bytes at %s".formatted(reference.length(), reference.uri()));
  }
}

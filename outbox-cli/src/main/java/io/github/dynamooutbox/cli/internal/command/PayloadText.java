package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.format.Payload;
import java.util.Base64;

/** Payloads for whoever has asked to see them. */
final class PayloadText {
  private PayloadText() {}

  /** Text as it is, bytes in Base64, and of what is elsewhere where that is. */
  static String of(Payload data) {
    return data.fold(
        text -> text.text(),
        binary -> Base64.getEncoder().encodeToString(binary.toBytes()),
        reference -> "%d bytes at %s".formatted(reference.length(), reference.uri()));
  }
}

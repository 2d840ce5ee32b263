package io.github.dynamooutbox.aws.internal.render;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.Payload;
import java.util.Base64;

/** What an event's payload is to a reader: JSON, other text, or bytes. */
public sealed interface EventData {

  /** Decided by content type first: JSON that was committed as bytes is JSON all the same. */
  static EventData of(OutboxEvent event) throws RefusedEvent {
    if (JsonText.isJson(event.contentType())) {
      String text = jsonText(event.data());
      return new Json(text, JsonText.checkedIsObject(text));
    }
    return plain(event.data());
  }

  private static EventData plain(Payload payload) {
    if (payload instanceof Payload.Text text) {
      return new Text(text.text());
    }
    return new Bytes(payload.toBytes());
  }

  private static String jsonText(Payload payload) throws RefusedEvent {
    if (payload instanceof Payload.Text text) {
      return text.text();
    }
    return Utf8.decode(payload.toBytes())
        .orElseThrow(
            () ->
                new RefusedEvent(
                    "MALFORMED_JSON", "the content type says JSON, but the data is not UTF-8"));
  }

  /** As a text body; base64 for bytes. */
  String body();

  /**
   * Exactly one JSON value.
   *
   * @param body the value as committed
   * @param object whether it is a JSON object
   */
  record Json(String body, boolean object) implements EventData {
    @Override
    public String toString() {
      return "Json[" + body.length() + " chars]";
    }
  }

  record Text(String body) implements EventData {
    @Override
    public String toString() {
      return "Text[" + body.length() + " chars]";
    }
  }

  /** Bytes that are no text. */
  final class Bytes implements EventData {
    private final byte[] bytes;

    private Bytes(byte[] bytes) {
      this.bytes = bytes;
    }

    byte[] bytes() {
      return bytes;
    }

    @Override
    public String body() {
      return Base64.getEncoder().encodeToString(bytes);
    }
  }
}

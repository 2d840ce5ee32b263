package io.github.dynamooutbox.format.render;

import io.github.dynamooutbox.format.JsonPayload;
import io.github.dynamooutbox.format.MediaType;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.Payload;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * Structured CloudEvents 1.0 JSON. A JSON payload is embedded byte for byte as it was committed,
 * other text as a JSON string, bytes as {@code data_base64}. Thread-safe.
 */
public final class CloudEventJson {
  /** A thread keeps the buffer of an event up to this length: most are shorter. */
  private static final int KEPT_CHARACTERS = 64 * 1024;

  /** A new buffer for each event would be a third of what rendering allocates. */
  private static final ThreadLocal<StringBuilder> BUFFER =
      ThreadLocal.withInitial(StringBuilder::new);

  private CloudEventJson() {}

  /**
   * Renders an event as UTF-8.
   *
   * @throws RefusedEvent if the event cannot be expressed as a CloudEvent
   */
  public static byte[] render(EventInRecord event) throws RefusedEvent {
    return text(event).getBytes(StandardCharsets.UTF_8);
  }

  /** The same as text, for targets that accept no bytes. */
  public static JsonText renderText(EventInRecord event) throws RefusedEvent {
    return JsonText.of(text(event));
  }

  /**
   * The bytes that the rendered event takes at most, whatever the target: some have to be sent
   * certain characters as escapes.
   *
   * @param event a JSON payload is not checked again
   * @throws RefusedEvent as above
   */
  static long size(EventInRecord event) throws RefusedEvent {
    JsonMembers.AsSize size = new JsonMembers.AsSize();
    CloudEventAttributes.writeTo(event, size::text);
    writeData(event.event(), jsonText(event.event()), size);
    size.end();
    return size.bytes();
  }

  /** Renders attributes alone, as a JSON object. */
  static String attributesJson(Map<String, String> attributes) {
    StringBuilder text = new StringBuilder();
    JsonMembers json = new JsonMembers.AsText(text);
    attributes.forEach(json::text);
    json.end();
    return text.toString();
  }

  private static String text(EventInRecord event) throws RefusedEvent {
    StringBuilder text = BUFFER.get();
    text.setLength(0);
    try {
      JsonMembers json = new JsonMembers.AsText(text);
      CloudEventAttributes.writeTo(event, json::text);
      writeData(
          event.event(), BarePayload.json(event.event()).map(JsonPayload.WellFormed::text), json);
      json.end();
      return text.toString();
    } finally {
      if (text.length() > KEPT_CHARACTERS) {
        BUFFER.remove();
      }
    }
  }

  /** The payload if it is JSON, as the writer has checked. */
  private static Optional<String> jsonText(OutboxEvent event) {
    return MediaType.isJson(event.contentType())
        ? event
            .data()
            .fold(
                text -> Optional.of(text.text()),
                bytes -> Optional.of(new String(bytes.toBytes(), StandardCharsets.UTF_8)),
                reference -> Optional.empty())
        : Optional.empty();
  }

  /** A payload that is elsewhere has no member: the attributes say where it is. */
  private static void writeData(OutboxEvent event, Optional<String> json, JsonMembers members)
      throws RefusedEvent {
    if (json.isPresent()) {
      members.json("data", json.get());
      return;
    }
    Payload data = event.data();
    data.<Optional<String>>fold(
            text -> Optional.of(text.text()),
            bytes -> Optional.empty(),
            reference -> Optional.empty())
        .ifPresent(text -> members.text("data", text));
    data.<Optional<byte[]>>fold(
            text -> Optional.empty(),
            bytes -> Optional.of(bytes.toBytes()),
            reference -> Optional.empty())
        .ifPresent(bytes -> members.base64("data_base64", bytes));
  }
}

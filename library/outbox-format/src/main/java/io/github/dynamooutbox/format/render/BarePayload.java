package io.github.dynamooutbox.format.render;

import io.github.dynamooutbox.format.JsonPayload;
import io.github.dynamooutbox.format.MediaType;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.Utf8Text;
import java.util.Base64;
import java.util.Optional;

/** The payload alone, for consumers that do not use CloudEvents. */
public final class BarePayload {
  private BarePayload() {}

  /**
   * The payload as a JSON object.
   *
   * @throws RefusedEvent if it is anything else
   */
  public static JsonText jsonObject(OutboxEvent event) throws RefusedEvent {
    requireHere(event);
    return json(event)
        .filter(JsonPayload.WellFormed::isObject)
        .map(json -> JsonText.of(json.text()))
        .orElseThrow(
            () ->
                new RefusedEvent(
                    "NOT_A_JSON_OBJECT",
                    "this target sends the bare payload and takes JSON objects only; content type "
                        + event.contentType()));
  }

  /**
   * The payload if it is in the record and its content type says JSON: JSON that was committed as
   * bytes is JSON all the same.
   *
   * @throws RefusedEvent if it only claims to be JSON
   */
  static Optional<JsonPayload.WellFormed> json(OutboxEvent event) throws RefusedEvent {
    if (!MediaType.isJson(event.contentType()) || isElsewhere(event)) {
      return Optional.empty();
    }
    return Optional.of(
        JsonPayload.of(event.data())
            .orElseThrow(
                problem ->
                    new RefusedEvent(
                        "MALFORMED_JSON", "the content type says JSON, but the data " + problem)));
  }

  /**
   * The payload's own bytes.
   *
   * @throws RefusedEvent if they are kept elsewhere
   */
  public static byte[] bytes(OutboxEvent event) throws RefusedEvent {
    requireHere(event);
    return event.data().toBytes();
  }

  /**
   * The payload for a target that takes text only.
   *
   * @param text the payload, in base64 where it is bytes
   * @param base64 whether the text is base64
   */
  public record Body(String text, boolean base64) {
    @Override
    public String toString() {
      return "Body[" + text.length() + " chars, base64=" + base64 + "]";
    }
  }

  /**
   * The payload as text. JSON that was committed as bytes is sent as text, too.
   *
   * @throws RefusedEvent if the payload is kept elsewhere
   */
  public static Body text(OutboxEvent event) throws RefusedEvent {
    requireHere(event);
    return text(event.data(), event.contentType());
  }

  private static void requireHere(OutboxEvent event) throws RefusedEvent {
    if (isElsewhere(event)) {
      throw new RefusedEvent(
          "PAYLOAD_ELSEWHERE",
          "this target sends the bare payload, which is not in the record: a CloudEvent can refer to"
              + " it");
    }
  }

  private static boolean isElsewhere(OutboxEvent event) {
    return event.data().fold(text -> false, binary -> false, reference -> true);
  }

  static Body text(Payload payload, String contentType) {
    return payload.fold(
        text -> new Body(text.text(), false),
        binary -> text(binary.toBytes(), contentType),
        reference -> new Body(reference.uri(), false));
  }

  private static Body text(byte[] bytes, String contentType) {
    Optional<String> text =
        MediaType.isJson(contentType) ? Utf8Text.decode(bytes) : Optional.empty();
    return text.map(json -> new Body(json, false))
        .orElseGet(() -> new Body(Base64.getEncoder().encodeToString(bytes), true));
  }
}

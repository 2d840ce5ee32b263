package io.github.dynamooutbox.aws.internal.render;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.Payload;
import java.util.Base64;

/** The payload alone, for consumers that know nothing of CloudEvents. */
public final class BarePayload {
  private BarePayload() {}

  /**
   * The payload as a JSON object.
   *
   * @throws RefusedEvent if it is anything else
   */
  public static String jsonObject(OutboxEvent event) throws RefusedEvent {
    if (EventData.of(event) instanceof EventData.Json json && json.object()) {
      return json.body();
    }
    throw new RefusedEvent(
        "NOT_A_JSON_OBJECT",
        "this target sends the bare payload and takes JSON objects only; content type "
            + event.contentType());
  }

  /** The payload's own bytes. */
  public static byte[] bytes(OutboxEvent event) {
    return event.data().toBytes();
  }

  /**
   * The payload for a target that takes text only.
   *
   * @param text the payload, in base64 where it is bytes
   * @param base64 whether that is so
   */
  public record Body(String text, boolean base64) {
    @Override
    public String toString() {
      return "Body[" + text.length() + " chars, base64=" + base64 + "]";
    }
  }

  /** JSON that was committed as bytes is text all the same. */
  public static Body text(OutboxEvent event) {
    if (event.data() instanceof Payload.Text text) {
      return new Body(text.text(), false);
    }
    byte[] bytes = event.data().toBytes();
    if (JsonText.isJson(event.contentType())) {
      var text = Utf8.decode(bytes);
      if (text.isPresent()) {
        return new Body(text.get(), false);
      }
    }
    return new Body(Base64.getEncoder().encodeToString(bytes), true);
  }
}

package io.github.dynamooutbox.inbox.envelope;

import io.github.dynamooutbox.format.MediaType;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.UnusableEventException;
import io.github.dynamooutbox.inbox.envelope.Json.Value;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/** Reads CloudEvents 1.0 in JSON. */
final class CloudEventReader {
  private static final String DATA = "data";
  private static final String BASE64 = "data_base64";

  private CloudEventReader() {}

  static boolean isCloudEvent(Map<String, Value> json) {
    Value version = json.get("specversion");
    return version != null && version.isText();
  }

  static ReceivedEvent read(Map<String, Value> json) {
    if (!isCloudEvent(json)) {
      throw new UnusableEventException(
          "the message is not a CloudEvent: it has no \"specversion\", and no ce_ attributes; does"
              + " something other than the relay send here, or is the target's \"envelope\""
              + " \"data\"?"
              + Json.BEHIND_A_BUS);
    }
    Map<String, String> attributes = new TreeMap<>();
    json.forEach(
        (name, value) -> {
          if (!name.equals(DATA) && !name.equals(BASE64)) {
            value.scalar().ifPresent(text -> attributes.put(name, text));
          }
        });
    // Created without the payload first, so that error messages can name the event.
    ReceivedEvent event = ReceivedEvent.of(attributes, Payload.of(""));
    return ReceivedEvent.of(attributes, data(json, event));
  }

  private static Payload data(Map<String, Value> json, ReceivedEvent event) {
    Value base64 = json.get(BASE64);
    if (base64 != null && base64.isText()) {
      return Payload.of(decoded(base64.scalar().orElse(""), event));
    }
    Value data = json.get(DATA);
    if (data == null) {
      return event.attribute("dataref").map(uri -> reference(uri, event)).orElse(Payload.of(""));
    }
    return Payload.of(
        data.isText() && !MediaType.isJson(event.contentType())
            ? data.scalar().orElse("")
            : data.json());
  }

  /** JSON is always text, as in {@code data}. */
  private static Payload reference(String uri, ReceivedEvent event) {
    String contentType = event.contentType();
    try {
      long length = Long.parseLong(event.attribute("datareflength").orElse(""));
      String hash = event.attribute("datarefsha256").orElse("");
      return MediaType.isJson(contentType)
          ? new Payload.Reference(uri, length, hash, true)
          : event
              .attribute("datareftype")
              .map(type -> new Payload.Reference(uri, length, hash, type.equals("text")))
              .orElseGet(() -> new Payload.Reference(uri, length, hash, contentType));
    } catch (IllegalArgumentException e) {
      throw new UnusableEventException(
          event + ": refers to its payload with dataref, but its length or SHA-256 are missing");
    }
  }

  static byte[] decoded(String base64, ReceivedEvent event) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw new UnusableEventException(event + ": its payload is marked as base64, but is not");
    }
  }
}

package io.github.dynamooutbox.aws.internal.render;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.dynamooutbox.format.JsonPayload;
import io.github.dynamooutbox.format.MediaType;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.Payload;
import java.io.IOException;
import java.util.Base64;
import java.util.Optional;

/** What an event's payload is to a reader: JSON, other text, bytes, or kept elsewhere. */
public sealed interface EventData {
  /** The member of a CloudEvent that holds what is text or JSON. */
  String DATA = "data";

  /** Decided by content type first: JSON that was committed as bytes is JSON all the same. */
  static EventData of(OutboxEvent event) throws RefusedEvent {
    boolean isElsewhere = event.data().fold(text -> false, binary -> false, reference -> true);
    return MediaType.isJson(event.contentType()) && !isElsewhere
        ? json(event.data())
        : plain(event.data());
  }

  private static EventData plain(Payload payload) {
    return payload.fold(
        text -> new Text(text.text()), binary -> new Bytes(binary.toBytes()), Elsewhere::new);
  }

  private static EventData json(Payload payload) throws RefusedEvent {
    JsonPayload.WellFormed json =
        JsonPayload.of(payload)
            .orElseThrow(
                problem ->
                    new RefusedEvent(
                        "MALFORMED_JSON", "the content type says JSON, but the data " + problem));
    return new Json(json.text(), json.isObject());
  }

  /** As a text body; base64 for bytes. */
  String body();

  /** The JSON, if it is an object. */
  default Optional<String> jsonObject() {
    return Optional.empty();
  }

  /** As a member of a CloudEvent in JSON. */
  void writeTo(JsonGenerator json) throws IOException;

  /**
   * Exactly one JSON value.
   *
   * @param body the value as committed
   * @param object whether it is a JSON object
   */
  record Json(String body, boolean object) implements EventData {
    @Override
    public Optional<String> jsonObject() {
      return object ? Optional.of(body) : Optional.empty();
    }

    @Override
    public void writeTo(JsonGenerator json) throws IOException {
      json.writeFieldName(DATA);
      json.writeRawValue(body);
    }

    @Override
    public String toString() {
      return "Json[" + body.length() + " chars]";
    }
  }

  record Text(String body) implements EventData {
    @Override
    public void writeTo(JsonGenerator json) throws IOException {
      json.writeStringField(DATA, body);
    }

    @Override
    public String toString() {
      return "Text[" + body.length() + " chars]";
    }
  }

  /** Not in the record: the attributes say where. */
  record Elsewhere(Payload.Reference reference) implements EventData {
    @Override
    public String body() {
      return "";
    }

    @Override
    public void writeTo(JsonGenerator json) {
      // A CloudEvent with dataref needs no data.
    }
  }

  /** Bytes that are no text. */
  final class Bytes implements EventData {
    private final byte[] bytes;

    private Bytes(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public String body() {
      return Base64.getEncoder().encodeToString(bytes);
    }

    @Override
    public void writeTo(JsonGenerator json) throws IOException {
      json.writeBinaryField("data_base64", bytes);
    }
  }
}

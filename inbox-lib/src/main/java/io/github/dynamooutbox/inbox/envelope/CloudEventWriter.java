package io.github.dynamooutbox.inbox.envelope;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.github.dynamooutbox.format.MediaType;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Writes CloudEvents 1.0 in JSON. */
final class CloudEventWriter {
  private static final JsonFactory JSON =
      JsonFactory.builder().configure(JsonWriteFeature.ESCAPE_NON_ASCII, true).build();

  private CloudEventWriter() {}

  static String write(ReceivedEvent event) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("specversion", event.attribute("specversion").orElse("1.0"));
      for (Map.Entry<String, String> attribute : event.attributes().entrySet()) {
        if (!attribute.getKey().equals("specversion")) {
          json.writeStringField(attribute.getKey(), attribute.getValue());
        }
      }
      data(event).write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return text.toString();
  }

  /** Writes a payload as a field. */
  private interface DataField {
    void write(JsonGenerator json) throws IOException;
  }

  private static DataField data(ReceivedEvent event) {
    return event
        .data()
        .fold(
            text -> text(text.text(), MediaType.isJson(event.contentType())),
            binary -> base64(binary.toBytes()),
            // Its attributes say where it is.
            reference -> json -> {});
  }

  private static DataField text(String text, boolean isJson) {
    if (!isJson) {
      return json -> json.writeStringField("data", text);
    }
    // Text that claims to be JSON and is not would break the event around it.
    return Json.isValue(text)
        ? json -> {
          json.writeFieldName("data");
          json.writeRawValue(text);
        }
        : base64(text.getBytes(StandardCharsets.UTF_8));
  }

  private static DataField base64(byte[] bytes) {
    return json -> json.writeBinaryField("data_base64", bytes);
  }
}

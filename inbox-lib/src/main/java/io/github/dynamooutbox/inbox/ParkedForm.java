package io.github.dynamooutbox.inbox;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.github.dynamooutbox.format.Payload;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The stored form of a parked event: JSON with {@code attributes} and one of {@code text}, {@code
 * binary} or {@code reference}, compressed with gzip. It keeps every character and byte of any
 * event that can be received.
 */
final class ParkedForm {
  private static final String ATTRIBUTES = "attributes";
  private static final String TEXT = "text";
  private static final String BINARY = "binary";
  private static final String REFERENCE = "reference";

  /**
   * ASCII, because UTF-8 has no form for half of a surrogate pair; reads whatever it has written.
   */
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .configure(JsonWriteFeature.ESCAPE_NON_ASCII, true)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private ParkedForm() {}

  static byte[] of(ReceivedEvent event) {
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(new GZIPOutputStream(form))) {
      json.writeStartObject();
      json.writeObjectFieldStart(ATTRIBUTES);
      for (Map.Entry<String, String> attribute : event.attributes().entrySet()) {
        json.writeStringField(attribute.getKey(), attribute.getValue());
      }
      json.writeEndObject();
      field(event.data()).write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return form.toByteArray();
  }

  /** Writes a payload as a field. */
  private interface Field {
    void write(JsonGenerator json) throws IOException;
  }

  private static Field field(Payload data) {
    return data.fold(
        text -> json -> json.writeStringField(TEXT, text.text()),
        binary -> json -> json.writeBinaryField(BINARY, binary.toBytes()),
        reference ->
            json -> {
              json.writeArrayFieldStart(REFERENCE);
              json.writeString(reference.uri());
              json.writeString(Long.toString(reference.length()));
              json.writeString(reference.sha256());
              json.writeBoolean(reference.isText());
              json.writeEndArray();
            });
  }

  static ReceivedEvent event(byte[] form) {
    try (JsonParser json = JSON.createParser(new GZIPInputStream(new ByteArrayInputStream(form)))) {
      Map<String, String> attributes = new TreeMap<>();
      Optional<Payload> data = Optional.empty();
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        json.nextToken();
        if (field.equals(ATTRIBUTES)) {
          while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            attributes.put(name, json.nextTextValue());
          }
        } else {
          data = Optional.of(payload(field, json));
        }
      }
      return ReceivedEvent.of(attributes, data.orElseThrow());
    } catch (IOException | RuntimeException e) {
      // The cause may quote the event.
      throw new IllegalStateException(
          "a parked event is not in the form in which an inbox of this version stores it ("
              + e.getClass().getSimpleName()
              + "); does anything else write to it?");
    }
  }

  private static Payload payload(String field, JsonParser json) throws IOException {
    return switch (field) {
      case TEXT -> Payload.of(json.getText());
      case BINARY -> Payload.of(json.getBinaryValue());
      case REFERENCE -> {
        Payload reference =
            new Payload.Reference(
                json.nextTextValue(),
                Long.parseLong(json.nextTextValue()),
                json.nextTextValue(),
                Boolean.TRUE.equals(json.nextBooleanValue()));
        json.nextToken();
        yield reference;
      }
      default -> throw new IllegalStateException(field);
    };
  }
}

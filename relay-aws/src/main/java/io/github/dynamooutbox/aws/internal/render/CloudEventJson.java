package io.github.dynamooutbox.aws.internal.render;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.dynamooutbox.relay.decode.Envelope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * Structured CloudEvents 1.0 JSON. A JSON payload stands in it byte for byte as it was committed,
 * other text as a JSON string, bytes as {@code data_base64}. Stateless.
 */
public final class CloudEventJson {
  private static final int ATTRIBUTES_BYTES = 512;
  private static final JsonFactory FACTORY = new JsonFactory();

  private CloudEventJson() {}

  /**
   * Renders an event as UTF-8.
   *
   * @throws RefusedEvent if the event cannot be expressed as a CloudEvent
   */
  public static byte[] render(Envelope envelope) throws RefusedEvent {
    return renderTo(envelope).toByteArray();
  }

  /** The same as text, for targets that take no bytes. */
  public static JsonText renderText(Envelope envelope) throws RefusedEvent {
    ByteArrayOutputStream json = renderTo(envelope);
    return new JsonText(json.toString(StandardCharsets.UTF_8), json.size());
  }

  private static ByteArrayOutputStream renderTo(Envelope envelope) throws RefusedEvent {
    Map<String, String> attributes = CloudEventAttributes.of(envelope);
    return write(attributes, Optional.of(EventData.of(envelope.event())));
  }

  /** Renders attributes alone, as a JSON object. */
  static String attributesJson(Map<String, String> attributes) throws RefusedEvent {
    return write(attributes, Optional.empty()).toString(StandardCharsets.UTF_8);
  }

  private static ByteArrayOutputStream write(
      Map<String, String> attributes, Optional<EventData> data) throws RefusedEvent {
    int size = ATTRIBUTES_BYTES + data.map(EventData::length).orElse(0);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(size);
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      json.writeStartObject();
      writeAll(json, attributes);
      if (data.isPresent()) {
        data.get().writeTo(json);
      }
      json.writeEndObject();
    } catch (JsonProcessingException e) {
      // The generator's own message may quote the text.
      throw new RefusedEvent("MALFORMED_TEXT", "a text holds half a surrogate pair");
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return bytes;
  }

  private static void writeAll(JsonGenerator json, Map<String, String> attributes)
      throws IOException {
    for (Map.Entry<String, String> attribute : attributes.entrySet()) {
      json.writeStringField(attribute.getKey(), attribute.getValue());
    }
  }
}

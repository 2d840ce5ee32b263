package io.github.dynamooutbox.aws.internal.render;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.github.dynamooutbox.relay.decode.Envelope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;

/**
 * Structured CloudEvents 1.0 JSON. A JSON payload is embedded byte for byte as it was committed,
 * other text as a JSON string, bytes as {@code data_base64}. Thread-safe.
 */
public final class CloudEventJson {
  /** A thread keeps its buffer up to this size: most events are smaller. */
  private static final int KEPT_BYTES = 64 * 1024;

  /** By default, a character beyond U+FFFF would take 12 bytes, as two escapes, and not 4. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8).build();

  /** A new buffer for each event would be a third of what rendering allocates. */
  private static final ThreadLocal<ByteArrayOutputStream> BUFFER =
      ThreadLocal.withInitial(ByteArrayOutputStream::new);

  private CloudEventJson() {}

  /**
   * Renders an event as UTF-8.
   *
   * @throws RefusedEvent if the event cannot be expressed as a CloudEvent
   */
  public static byte[] render(Envelope envelope) throws RefusedEvent {
    return render(json -> write(json, envelope), ByteArrayOutputStream::toByteArray);
  }

  /** The same as text, for targets that accept no bytes. */
  public static JsonText renderText(Envelope envelope) throws RefusedEvent {
    return render(
        json -> write(json, envelope),
        bytes -> new JsonText(bytes.toString(StandardCharsets.UTF_8), bytes.size()));
  }

  /** Renders attributes alone, as a JSON object. */
  static String attributesJson(Map<String, String> attributes) throws RefusedEvent {
    return render(
        json -> writeAll(json, attributes), bytes -> bytes.toString(StandardCharsets.UTF_8));
  }

  /** Writes the members of an object. */
  private interface Members {
    void writeTo(JsonGenerator json) throws IOException, RefusedEvent;
  }

  private static <T> T render(Members members, Function<ByteArrayOutputStream, T> result)
      throws RefusedEvent {
    ByteArrayOutputStream bytes = BUFFER.get();
    bytes.reset();
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      json.writeStartObject();
      members.writeTo(json);
      json.writeEndObject();
    } catch (JsonProcessingException e) {
      // The generator's own message may quote the text.
      throw new RefusedEvent("MALFORMED_TEXT", "a text contains half a surrogate pair");
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    } finally {
      if (bytes.size() > KEPT_BYTES) {
        BUFFER.remove();
      }
    }
    return result.apply(bytes);
  }

  private static void write(JsonGenerator json, Envelope envelope)
      throws IOException, RefusedEvent {
    CloudEventAttributes.<IOException>writeTo(envelope, json::writeStringField);
    EventData.of(envelope.event()).writeTo(json);
  }

  private static void writeAll(JsonGenerator json, Map<String, String> attributes)
      throws IOException {
    for (Map.Entry<String, String> attribute : attributes.entrySet()) {
      json.writeStringField(attribute.getKey(), attribute.getValue());
    }
  }
}

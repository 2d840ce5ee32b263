package io.github.dynamooutbox.relay.route;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.relay.decode.Envelope;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** An event's metadata, without the payload: what the patterns of {@link Rule rules} match. */
public final class EventMetadata {
  /** The member that contains the event's headers, by name. All others are text. */
  public static final String HEADERS = "headers";

  private static final JsonFactory JSON = new JsonFactory();
  private static final Map<String, Function<Envelope, Optional<String>>> TEXTS = texts();

  private EventMetadata() {}

  private static Map<String, Function<Envelope, Optional<String>>> texts() {
    Map<String, Function<Envelope, Optional<String>>> texts = new LinkedHashMap<>();
    texts.put("type", it -> Optional.of(it.event().type()));
    texts.put("source", it -> Optional.of(it.record().context().source()));
    texts.put("aggregateType", it -> Optional.of(it.aggregate().type()));
    texts.put("aggregateId", it -> Optional.of(it.aggregate().id()));
    texts.put("contentType", it -> Optional.of(it.event().contentType()));
    texts.put("region", it -> Optional.of(it.record().context().region()));
    texts.put("schema", it -> it.event().schema());
    for (ContextAttribute attribute : ContextAttribute.all()) {
      attribute
          .routingName()
          .ifPresent(name -> texts.put(name, it -> it.record().context().get(attribute)));
    }
    return texts;
  }

  /** The names of all members but {@link #HEADERS}. */
  public static Set<String> names() {
    return Collections.unmodifiableSet(TEXTS.keySet());
  }

  /** The metadata as a JSON object; absent values have no member. */
  public static String of(Envelope envelope) {
    StringWriter text = new StringWriter(256);
    try (JsonGenerator json = JSON.createGenerator(text)) {
      write(envelope, json);
    } catch (IOException e) {
      throw new UncheckedIOException("a string writer does not fail", e);
    }
    return text.toString();
  }

  private static void write(Envelope envelope, JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (Map.Entry<String, Function<Envelope, Optional<String>>> member : TEXTS.entrySet()) {
      Optional<String> value = member.getValue().apply(envelope);
      if (value.isPresent()) {
        json.writeStringField(member.getKey(), value.get());
      }
    }
    json.writeObjectFieldStart(HEADERS);
    for (Map.Entry<String, String> header : envelope.event().headers().entrySet()) {
      json.writeStringField(header.getKey(), header.getValue());
    }
    json.writeEndObject();
    json.writeEndObject();
  }
}

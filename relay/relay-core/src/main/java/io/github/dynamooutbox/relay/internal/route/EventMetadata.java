package io.github.dynamooutbox.relay.internal.route;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.relay.decode.Envelope;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/** An event's metadata as the JSON object that patterns match against, without the payload. */
final class EventMetadata {
  private static final JsonFactory JSON = new JsonFactory();

  private EventMetadata() {}

  static String of(Envelope envelope) {
    StringWriter text = new StringWriter(256);
    try (JsonGenerator json = JSON.createGenerator(text)) {
      write(envelope, json);
    } catch (IOException e) {
      throw new UncheckedIOException("a string writer does not fail", e);
    }
    return text.toString();
  }

  private static void write(Envelope envelope, JsonGenerator json) throws IOException {
    OutboxEvent event = envelope.event();
    CommitContext context = envelope.record().context();
    json.writeStartObject();
    json.writeStringField("type", event.type());
    json.writeStringField("source", context.source());
    json.writeStringField("aggregateType", envelope.aggregate().type());
    json.writeStringField("aggregateId", envelope.aggregate().id());
    json.writeStringField("contentType", event.contentType());
    json.writeStringField("region", context.region());
    optional(json, "schema", event.schema());
    optional(json, "tenant", context.tenant());
    optional(json, "user", context.user());
    optional(json, "correlationId", context.correlationId());
    optional(json, "causationId", context.causationId());
    json.writeObjectFieldStart("headers");
    for (Map.Entry<String, String> header : event.headers().entrySet()) {
      json.writeStringField(header.getKey(), header.getValue());
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void optional(JsonGenerator json, String name, Optional<String> value)
      throws IOException {
    if (value.isPresent()) {
      json.writeStringField(name, value.get());
    }
  }
}

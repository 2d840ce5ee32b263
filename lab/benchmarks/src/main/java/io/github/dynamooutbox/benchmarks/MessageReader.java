package io.github.dynamooutbox.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.dynamooutbox.benchmarks.BareLoop.BareMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import software.amazon.awssdk.core.SdkBytes;

/**
 * Reads the batch token by token, as code written for these records only would, and renders the
 * same CloudEvents as the relay. It checks nothing: any other record is an error.
 */
final class MessageReader {
  private static final JsonFactory JSON = new JsonFactory();
  private static final DateTimeFormatter MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private MessageReader() {}

  /** Passes on the batch's events in order. */
  static void read(byte[] batch, Consumer<BareMessage> messages) {
    try (JsonParser json = JSON.createParser(batch)) {
      boolean insert = false;
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token != JsonToken.FIELD_NAME) {
          continue;
        }
        if (json.currentName().equals("eventName")) {
          insert = "INSERT".equals(json.nextTextValue());
        } else if (insert && json.currentName().equals("NewImage")) {
          json.nextToken();
          Map<String, Object> image = map(json);
          if (text(image, "PK").startsWith("OUTBOX#")) {
            messages(image, messages);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot parse the batch", e);
    }
  }

  /** Attributes by name; the parser is at the opening brace, and then at the closing one. */
  private static Map<String, Object> map(JsonParser json) throws IOException {
    Map<String, Object> map = new HashMap<>();
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      map.put(name, value(json));
    }
    return map;
  }

  /** An attribute's value without its type: a text, also of a number, a list or a map. */
  private static Object value(JsonParser json) throws IOException {
    String type = json.nextFieldName();
    json.nextToken();
    Object value;
    switch (type) {
      case "M" -> value = map(json);
      case "L" -> {
        List<Object> list = new ArrayList<>();
        while (json.nextToken() == JsonToken.START_OBJECT) {
          list.add(value(json));
        }
        value = list;
      }
      default -> value = json.getText();
    }
    json.nextToken();
    return value;
  }

  private static void messages(Map<String, Object> record, Consumer<BareMessage> messages)
      throws IOException {
    String aggregate = text(record, "aggregateType") + "#" + text(record, "aggregateId");
    Instant writtenAt = Instant.ofEpochMilli(Long.parseLong(text(record, "writtenAt")));
    int index = 0;
    for (Object each : (List<?>) Objects.requireNonNull(record.get("events"))) {
      Map<?, ?> event = (Map<?, ?>) each;
      Instant time = Instant.ofEpochMilli(Long.parseLong(text(event, "time")));
      byte[] cloudEvent = cloudEvent(record, event, index, aggregate, time);
      messages.accept(
          new BareMessage(
              text(record, "PK"),
              text(record, "SK"),
              index++,
              text(event, "id"),
              text(record, "region"),
              writtenAt,
              aggregate,
              text(record, "source"),
              text(event, "type"),
              time,
              SdkBytes.fromByteArrayUnsafe(cloudEvent)));
    }
  }

  private static byte[] cloudEvent(
      Map<?, ?> record, Map<?, ?> event, int index, String aggregate, Instant time)
      throws IOException {
    String data = text(event, "data");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512 + data.length());
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("specversion", "1.0");
      json.writeStringField("id", text(event, "id"));
      json.writeStringField("source", text(record, "source"));
      json.writeStringField("type", text(event, "type"));
      json.writeStringField("time", MILLIS.format(time));
      json.writeStringField("datacontenttype", text(event, "contentType"));
      json.writeStringField("subject", text(record, "aggregateId"));
      json.writeStringField("partitionkey", aggregate);
      json.writeStringField("aggregatetype", text(record, "aggregateType"));
      json.writeStringField("sequence", sequence(text(record, "sequence"), index));
      json.writeFieldName("data");
      json.writeRawValue(data);
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private static String text(Map<?, ?> attributes, String name) {
    return (String) Objects.requireNonNull(attributes.get(name), name);
  }

  private static String sequence(String version, int index) {
    return "0".repeat(19 - version.length()) + version + ".00000" + index;
  }
}

package io.github.dynamooutbox.benchmarks.relay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.dynamooutbox.benchmarks.relay.BareClients.BareMessage;
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
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
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

  /** The text and number fields of a record and of its events. */
  private static final class Image {
    final Map<String, String> fields = new HashMap<>();
    final List<Map<String, String>> events = new ArrayList<>();
    final List<Map<String, String>> headers = new ArrayList<>();
  }

  /** Passes on the batch's events in order. */
  static void read(byte[] batch, Consumer<BareMessage> messages) {
    try (JsonParser json = JSON.createParser(batch)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean isRecords = json.currentName().equals("Records");
        json.nextToken();
        if (!isRecords) {
          json.skipChildren();
          continue;
        }
        while (json.nextToken() == JsonToken.START_OBJECT) {
          Image image = record(json);
          if (image != null) {
            messages(image, messages);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot parse the batch", e);
    }
  }

  private static @Nullable Image record(JsonParser json) throws IOException {
    boolean insert = false;
    Image image = null;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      if (name.equals("eventName")) {
        insert = json.getText().equals("INSERT");
      } else if (name.equals("dynamodb")) {
        image = change(json);
      } else {
        json.skipChildren();
      }
    }
    boolean ours = image != null && get(image.fields, "PK").startsWith("OUTBOX#");
    return insert && ours ? image : null;
  }

  private static @Nullable Image change(JsonParser json) throws IOException {
    Image image = null;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      boolean isImage = json.currentName().equals("NewImage");
      json.nextToken();
      if (isImage) {
        image = image(json);
      } else {
        json.skipChildren();
      }
    }
    return image;
  }

  private static Image image(JsonParser json) throws IOException {
    Image image = new Image();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      enterValue(json);
      if (name.equals("events")) {
        while (json.nextToken() == JsonToken.START_OBJECT) {
          enterValueOf(json);
          event(json, image);
          json.nextToken();
        }
      } else {
        image.fields.put(name, json.getText());
      }
      json.nextToken();
    }
    return image;
  }

  private static void event(JsonParser json, Image image) throws IOException {
    Map<String, String> event = new HashMap<>();
    Map<String, String> headers = new TreeMap<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      enterValue(json);
      if (name.equals("headers")) {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
          String header = json.currentName();
          enterValue(json);
          headers.put(header, json.getText());
          json.nextToken();
        }
      } else {
        event.put(name, json.getText());
      }
      json.nextToken();
    }
    image.events.add(event);
    image.headers.add(headers);
  }

  /** Moves from a field's name past the opening brace and the type to the value. */
  private static void enterValue(JsonParser json) throws IOException {
    json.nextToken();
    enterValueOf(json);
  }

  /** Moves from the opening brace past the type to the value. */
  private static void enterValueOf(JsonParser json) throws IOException {
    json.nextToken();
    json.nextToken();
  }

  private static void messages(Image image, Consumer<BareMessage> messages) throws IOException {
    Map<String, String> fields = image.fields;
    String aggregate = get(fields, "aggregateType") + "#" + get(fields, "aggregateId");
    Instant writtenAt = Instant.ofEpochMilli(Long.parseLong(get(fields, "writtenAt")));
    for (int index = 0; index < image.events.size(); index++) {
      Map<String, String> event = image.events.get(index);
      Instant time = Instant.ofEpochMilli(Long.parseLong(get(event, "time")));
      messages.accept(
          new BareMessage(
              get(fields, "PK"),
              get(fields, "SK"),
              index,
              get(event, "id"),
              get(fields, "region"),
              writtenAt,
              aggregate,
              get(fields, "source"),
              get(event, "type"),
              time,
              SdkBytes.fromByteArrayUnsafe(cloudEvent(image, index, aggregate, time))));
    }
  }

  private static byte[] cloudEvent(Image image, int index, String aggregate, Instant time)
      throws IOException {
    Map<String, String> fields = image.fields;
    Map<String, String> event = image.events.get(index);
    String data = get(event, "data");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512 + data.length());
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("specversion", "1.0");
      json.writeStringField("id", get(event, "id"));
      json.writeStringField("source", get(fields, "source"));
      json.writeStringField("type", get(event, "type"));
      json.writeStringField("time", MILLIS.format(time));
      json.writeStringField("datacontenttype", get(event, "contentType"));
      json.writeStringField("subject", get(fields, "aggregateId"));
      json.writeStringField("partitionkey", aggregate);
      json.writeStringField("aggregatetype", get(fields, "aggregateType"));
      json.writeStringField("sequence", sequence(get(fields, "sequence"), index));
      for (Map.Entry<String, String> header : image.headers.get(index).entrySet()) {
        json.writeStringField(header.getKey(), header.getValue());
      }
      json.writeFieldName("data");
      json.writeRawValue(data);
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private static String get(Map<String, String> fields, String name) {
    return Objects.requireNonNull(fields.get(name), name);
  }

  private static String sequence(String version, int index) {
    return "0".repeat(19 - version.length()) + version + ".00000" + index;
  }
}

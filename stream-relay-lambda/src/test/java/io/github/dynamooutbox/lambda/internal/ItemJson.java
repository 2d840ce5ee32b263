package io.github.dynamooutbox.lambda.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.ItemView;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Writes items in the form of Lambda's events. */
public final class ItemJson {
  private static final JsonFactory JSON = new JsonFactory();

  private ItemJson() {}

  /** An item in DynamoDB's JSON. */
  public static String of(ItemView item) {
    var output = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(output)) {
      write(json, item);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return output.toString(StandardCharsets.UTF_8);
  }

  private static void write(JsonGenerator json, ItemView item) throws IOException {
    json.writeStartObject();
    for (String name : item.names()) {
      json.writeFieldName(name);
      write(json, Objects.requireNonNull(item.get(name)));
    }
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, AttributeView value) throws IOException {
    json.writeStartObject();
    json.writeFieldName(value.type().name());
    switch (value.type()) {
      case S -> json.writeString(value.string());
      case N -> json.writeString(value.number());
      case B -> json.writeBinary(value.bytes());
      case BOOL -> json.writeBoolean(value.bool());
      case NULL -> json.writeBoolean(true);
      case M -> write(json, value.map());
      case L -> {
        json.writeStartArray();
        for (AttributeView element : value.list()) {
          write(json, element);
        }
        json.writeEndArray();
      }
      case SS, NS -> {
        json.writeStartArray();
        for (String member : value.strings()) {
          json.writeString(member);
        }
        json.writeEndArray();
      }
      case BS -> {
        json.writeStartArray();
        for (byte[] member : value.binaries()) {
          json.writeBinary(member);
        }
        json.writeEndArray();
      }
    }
    json.writeEndObject();
  }
}

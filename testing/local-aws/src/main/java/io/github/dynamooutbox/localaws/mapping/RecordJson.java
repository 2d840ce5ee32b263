package io.github.dynamooutbox.localaws.mapping;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;

/**
 * The JSON that Lambda hands to a function for a DynamoDB stream: numbers as strings, binary as
 * base64.
 */
public final class RecordJson {
  private static final JsonFactory JSON = new JsonFactory();
  private static final byte[] HEAD = "{\"Records\":[".getBytes(StandardCharsets.UTF_8);
  private static final byte[] TAIL = "]}".getBytes(StandardCharsets.UTF_8);

  private RecordJson() {}

  /** The event in which Lambda passes these records to a function. */
  public static byte[] event(List<Record> records, String streamArn) {
    return join(records.stream().map(record -> render(record, streamArn)).toList());
  }

  static byte[] render(Record source, String streamArn) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("eventID", source.eventID());
      json.writeStringField("eventName", source.eventNameAsString());
      json.writeStringField("eventVersion", source.eventVersion());
      json.writeStringField("eventSource", source.eventSource());
      json.writeStringField("awsRegion", source.awsRegion());
      json.writeFieldName("dynamodb");
      writeChange(json, source.dynamodb());
      if (source.userIdentity() != null) {
        json.writeObjectFieldStart("userIdentity");
        json.writeStringField("principalId", source.userIdentity().principalId());
        json.writeStringField("type", source.userIdentity().type());
        json.writeEndObject();
      }
      json.writeStringField("eventSourceARN", streamArn);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The event that holds these records. */
  static byte[] event(List<StreamEntry> entries) {
    return join(entries.stream().map(StreamEntry::json).toList());
  }

  private static byte[] join(List<byte[]> records) {
    ByteArrayOutputStream event = new ByteArrayOutputStream();
    event.writeBytes(HEAD);
    for (int i = 0; i < records.size(); i++) {
      if (i > 0) {
        event.write(',');
      }
      event.writeBytes(records.get(i));
    }
    event.writeBytes(TAIL);
    return event.toByteArray();
  }

  private static void writeChange(JsonGenerator json, StreamRecord change) throws IOException {
    json.writeStartObject();
    json.writeNumberField(
        "ApproximateCreationDateTime", change.approximateCreationDateTime().getEpochSecond());
    json.writeFieldName("Keys");
    writeMap(json, change.keys());
    if (change.hasNewImage()) {
      json.writeFieldName("NewImage");
      writeMap(json, change.newImage());
    }
    if (change.hasOldImage()) {
      json.writeFieldName("OldImage");
      writeMap(json, change.oldImage());
    }
    json.writeStringField("SequenceNumber", change.sequenceNumber());
    json.writeNumberField("SizeBytes", change.sizeBytes());
    json.writeStringField("StreamViewType", change.streamViewTypeAsString());
    json.writeEndObject();
  }

  private static void writeMap(JsonGenerator json, Map<String, AttributeValue> attributes)
      throws IOException {
    json.writeStartObject();
    for (Map.Entry<String, AttributeValue> attribute : attributes.entrySet()) {
      json.writeFieldName(attribute.getKey());
      writeValue(json, attribute.getValue());
    }
    json.writeEndObject();
  }

  private static void writeValue(JsonGenerator json, AttributeValue value) throws IOException {
    json.writeStartObject();
    switch (value.type()) {
      case S -> json.writeStringField("S", value.s());
      case N -> json.writeStringField("N", value.n());
      case B -> json.writeBinaryField("B", value.b().asByteArrayUnsafe());
      case BOOL -> json.writeBooleanField("BOOL", value.bool());
      case NUL -> json.writeBooleanField("NULL", true);
      case SS -> writeStrings(json, "SS", value.ss());
      case NS -> writeStrings(json, "NS", value.ns());
      case BS -> {
        json.writeArrayFieldStart("BS");
        for (SdkBytes element : value.bs()) {
          json.writeBinary(element.asByteArrayUnsafe());
        }
        json.writeEndArray();
      }
      case L -> {
        json.writeArrayFieldStart("L");
        for (AttributeValue element : value.l()) {
          writeValue(json, element);
        }
        json.writeEndArray();
      }
      case M -> {
        json.writeFieldName("M");
        writeMap(json, value.m());
      }
      default -> throw new IllegalStateException("Unknown attribute type " + value.type());
    }
    json.writeEndObject();
  }

  private static void writeStrings(JsonGenerator json, String name, List<String> values)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String value : values) {
      json.writeString(value);
    }
    json.writeEndArray();
  }
}

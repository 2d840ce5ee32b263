package io.github.dynamooutbox.testrelay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.dynamooutbox.aws.internal.bus.BusClient;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;
import software.amazon.awssdk.services.sns.model.PublishBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/**
 * What AWS's services put around an event on its way to a consumer: EventBridge user guide, "AWS
 * service event metadata" and "Event structure"; SNS developer guide, "Raw message delivery". Ids
 * that the services invent are derived from the content, so that a test's messages stay the same.
 */
final class Delivered {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String ACCOUNT = "000000000000";
  private static final String REGION = "us-east-1";

  private Delivered() {}

  static TestMessage sqs(SendMessageBatchRequestEntry entry) {
    Map<String, String> attributes = new TreeMap<>();
    entry.messageAttributes().forEach((name, value) -> attributes.put(name, value.stringValue()));
    return new TestMessage(entry.messageBody(), attributes, orEmpty(entry.messageGroupId()));
  }

  static TestMessage raw(PublishBatchRequestEntry entry) {
    return new TestMessage(entry.message(), attributes(entry), orEmpty(entry.messageGroupId()));
  }

  private static Map<String, String> attributes(PublishBatchRequestEntry entry) {
    Map<String, String> attributes = new TreeMap<>();
    entry.messageAttributes().forEach((name, value) -> attributes.put(name, value.stringValue()));
    return attributes;
  }

  static TestMessage notification(PublishBatchRequestEntry entry) {
    return message(
        json -> {
          json.writeStringField("Type", "Notification");
          json.writeStringField("MessageId", id(entry.message()));
          json.writeStringField(
              "TopicArn", "arn:aws:sns:" + REGION + ':' + ACCOUNT + ":" + TestCommit.TABLE);
          json.writeStringField("Message", entry.message());
          json.writeStringField(
              "Timestamp", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
          json.writeStringField("UnsubscribeURL", "?Action=Unsubscribe");
          if (entry.hasMessageAttributes()) {
            json.writeObjectFieldStart("MessageAttributes");
            for (Map.Entry<String, String> each : attributes(entry).entrySet()) {
              json.writeObjectFieldStart(each.getKey());
              json.writeStringField("Type", "String");
              json.writeStringField("Value", each.getValue());
              json.writeEndObject();
            }
            json.writeEndObject();
          }
        });
  }

  static TestMessage document(PutEventsRequestEntry entry) {
    return message(
        json -> {
          json.writeStringField("version", "0");
          json.writeStringField("id", id(entry.detail()));
          json.writeStringField("detail-type", entry.detailType());
          json.writeStringField("source", entry.source());
          json.writeStringField("account", ACCOUNT);
          json.writeStringField("time", entry.time().truncatedTo(ChronoUnit.SECONDS).toString());
          json.writeStringField("region", REGION);
          json.writeArrayFieldStart("resources");
          for (String resource : entry.resources()) {
            json.writeString(resource);
          }
          json.writeEndArray();
          json.writeFieldName("detail");
          json.writeRawValue(entry.detail());
        });
  }

  static TestMessage withMetadata(BusClient.RawEvent event) {
    return message(
        json -> {
          json.writeFieldName("Data");
          if (event.contentType().equals("application/json")) {
            json.writeRawValue(event.data().asUtf8String());
          } else {
            json.writeBinary(event.data().asByteArrayUnsafe());
          }
          json.writeObjectFieldStart("Metadata");
          for (Map.Entry<String, String> each : event.metadata().entrySet()) {
            json.writeStringField(each.getKey(), each.getValue());
          }
          json.writeEndObject();
          json.writeObjectFieldStart("SystemMetadata");
          json.writeStringField("aws:EventId", id(event.keys().deduplicationId()));
          json.writeStringField("aws:SequenceNumber", "1");
          json.writeStringField("aws:DeliveryType", "LIVE");
          json.writeStringField("ContentType", event.contentType());
          json.writeStringField("EventGroupId", event.keys().groupId());
          json.writeStringField("DeduplicationId", event.keys().deduplicationId());
          json.writeEndObject();
        });
  }

  static TestRecord kinesis(PutRecordsRequestEntry entry) {
    return new TestRecord(entry.partitionKey(), entry.data().asByteArrayUnsafe(), Map.of());
  }

  /** Writes the members of an object. */
  private interface Members {
    void writeTo(JsonGenerator json) throws IOException;
  }

  private static TestMessage message(Members members) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      members.writeTo(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return new TestMessage(text.toString(), Map.of(), "");
  }

  private static String id(String content) {
    return UUID.nameUUIDFromBytes(content.getBytes(java.nio.charset.StandardCharsets.UTF_8))
        .toString();
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}

package io.github.dynamooutbox.inbox.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.IntSupplier;

/** What Lambda calls a function with, and how it reads the answer. */
public final class LambdaEvents {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ArrayNode records = JSON.createArrayNode();

  /** An event in structured CloudEvents mode; text in it is JSON. */
  public static String cloudEvent(ReceivedEvent event) {
    ObjectNode json = JSON.createObjectNode().put("specversion", "1.0");
    event.attributes().forEach(json::put);
    return event
        .data()
        .fold(
            text -> json.set("data", json(text.text())),
            binary -> json.put("data_base64", binary.toBytes()),
            reference -> json)
        .toString();
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A message of a standard queue, in the group that all of its messages have. */
  public LambdaEvents sqs(String id, String body) {
    return queue(id, body, "arn:aws:sqs:eu-central-1:123456789012:totals", "tenant");
  }

  /** A message of a FIFO queue. */
  public LambdaEvents fifo(String id, String group, String body) {
    return queue(id, body, "arn:aws:sqs:eu-central-1:123456789012:totals.fifo", group);
  }

  private LambdaEvents queue(String id, String body, String arn, String group) {
    ObjectNode message = records.addObject();
    message.put("messageId", id).put("receiptHandle", "r-" + id).put("body", body);
    ObjectNode attributes = message.putObject("attributes").put("ApproximateReceiveCount", "1");
    if (!group.isEmpty()) {
      attributes.put("MessageGroupId", group);
    }
    ObjectNode attached = message.putObject("messageAttributes");
    attached.putObject("origin").put("stringValue", "test").put("dataType", "String");
    attached.putObject("bytes").put("binaryValue", "AP8H").put("dataType", "Binary");
    message.put("eventSource", "aws:sqs").put("eventSourceARN", arn).put("awsRegion", "here");
    return this;
  }

  /** A record of a stream. */
  public LambdaEvents kinesis(String sequenceNumber, String partitionKey, String data) {
    ObjectNode message = records.addObject();
    message
        .putObject("kinesis")
        .put("kinesisSchemaVersion", "1.0")
        .put("partitionKey", partitionKey)
        .put("sequenceNumber", sequenceNumber)
        .put("data", Base64.getEncoder().encodeToString(data.getBytes(UTF_8)))
        .put("approximateArrivalTimestamp", 1_795_000_000.123);
    message
        .put("eventSource", "aws:kinesis")
        .put("eventID", "shardId-000000000000:" + sequenceNumber)
        .put("eventSourceARN", "arn:aws:kinesis:eu-central-1:123456789012:stream/orders");
    return this;
  }

  public byte[] toJson() {
    return JSON.createObjectNode().<ObjectNode>set("Records", records).toString().getBytes(UTF_8);
  }

  /** Calls the function. Returns the reported identifiers, in their order. */
  public List<String> call(BatchAdapter adapter, IntSupplier remainingMillis) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    adapter.handle(new ByteArrayInputStream(toJson()), answer, remainingMillis);
    List<String> reported = new ArrayList<>();
    for (JsonNode failure : JSON.readTree(answer.toByteArray()).get("batchItemFailures")) {
      reported.add(failure.get("itemIdentifier").textValue());
    }
    return reported;
  }

  /** Calls the function with a minute left. */
  public List<String> call(BatchAdapter adapter) throws IOException {
    return call(adapter, () -> 60_000);
  }
}

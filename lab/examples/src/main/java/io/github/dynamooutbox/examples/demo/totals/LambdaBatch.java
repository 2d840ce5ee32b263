package io.github.dynamooutbox.examples.demo.totals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.inbox.lambda.BatchAdapter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.Set;
import software.amazon.awssdk.services.kinesis.model.Record;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** A batch in the form in which Lambda passes it to a function. Not thread-safe. */
public final class LambdaBatch {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TIMEOUT_MILLIS = 30_000;

  private final ArrayNode records = JSON.createArrayNode();

  /** Adds a message of a queue: of a FIFO queue if it has a group. */
  public void add(Message message) {
    String group = message.attributes().get(MessageSystemAttributeName.MESSAGE_GROUP_ID);
    ObjectNode added =
        records
            .addObject()
            .put("messageId", message.messageId())
            .put("body", message.body())
            .put("eventSource", "aws:sqs")
            .put(
                "eventSourceARN",
                "arn:aws:sqs:eu-central-1:123456789012:events" + (group == null ? "" : ".fifo"));
    if (group != null) {
      added.putObject("attributes").put("MessageGroupId", group);
    }
  }

  /** Adds a record of a stream. */
  public void add(Record record) {
    add(record.partitionKey(), record.sequenceNumber(), record.data().asByteArrayUnsafe());
  }

  /**
   * Adds a record from a source that is read like a stream: by key, in the order of its numbers.
   */
  public void add(String key, String number, byte[] data) {
    ObjectNode entry =
        records
            .addObject()
            .put("eventSource", "aws:kinesis")
            .put("eventSourceARN", "arn:aws:kinesis:eu-central-1:123456789012:stream/events");
    entry
        .putObject("kinesis")
        .put("partitionKey", key)
        .put("sequenceNumber", number)
        .put("data", Base64.getEncoder().encodeToString(data));
  }

  /** Calls the function, and returns the ids of the messages that it reports as failed. */
  Set<String> call(BatchAdapter function) {
    Set<String> failed = new HashSet<>();
    if (records.isEmpty()) {
      return failed;
    }
    String event = JSON.createObjectNode().set("Records", records).toString();
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try {
      function.handle(
          new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)),
          answer,
          () -> TIMEOUT_MILLIS);
      for (JsonNode failure : JSON.readTree(answer.toByteArray()).path("batchItemFailures")) {
        failed.add(failure.path("itemIdentifier").textValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return failed;
  }
}

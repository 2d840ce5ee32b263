package io.github.dynamooutbox.benchmarks.inbox;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.lambda.BatchAdapter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The event with which Lambda calls a function for messages of a standard queue. */
final class SqsBatch {
  private static final int PLENTY_MILLIS = 600_000;
  private static final String NONE_FAILED = "{\"batchItemFailures\":[]}";
  private static final ObjectMapper JSON = new ObjectMapper();

  private SqsBatch() {}

  static byte[] of(List<ReceivedEvent> events) {
    ObjectNode batch = JSON.createObjectNode();
    ArrayNode records = batch.putArray("Records");
    for (ReceivedEvent event : events) {
      records
          .addObject()
          .put("messageId", event.id())
          .put("receiptHandle", "handle of " + event.id())
          .put("body", cloudEvent(event))
          .put("eventSource", "aws:sqs")
          .put("eventSourceARN", "arn:aws:sqs:eu-central-1:123456789012:orders");
    }
    return batch.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String cloudEvent(ReceivedEvent event) {
    ObjectNode json = JSON.createObjectNode().put("specversion", "1.0");
    event.attributes().forEach(json::put);
    try {
      json.set("data", JSON.readTree(event.data().toBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(event + " is not JSON", e);
    }
    return json.toString();
  }

  /**
   * Calls the function.
   *
   * @throws IllegalStateException if it reports a failed message
   */
  static void handle(BatchAdapter function, byte[] batch) {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try {
      function.handle(new ByteArrayInputStream(batch), answer, () -> PLENTY_MILLIS);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the batch", e);
    }
    String text = answer.toString(StandardCharsets.UTF_8);
    if (!text.equals(NONE_FAILED)) {
      throw new IllegalStateException("not every message was finished: " + text);
    }
  }
}

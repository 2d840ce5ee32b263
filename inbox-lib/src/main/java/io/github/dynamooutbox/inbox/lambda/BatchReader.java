package io.github.dynamooutbox.inbox.lambda;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.UnusableEventException;
import io.github.dynamooutbox.inbox.envelope.BusDelivery;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import io.github.dynamooutbox.inbox.lambda.Message.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads a batch from the JSON with which Lambda invokes a function. A batch from another source is
 * refused as a whole, because a response in the wrong form would lose messages.
 */
final class BatchReader {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final String FIFO = ".fifo";

  private final BatchSource source;

  BatchReader(BatchSource source) {
    this.source = source;
  }

  List<Message> read(InputStream event) throws IOException {
    if (source == BatchSource.CUSTOM_BUS) {
      return customBus(event);
    }
    JsonNode records = tree(event).path("Records");
    if (!records.isArray()) {
      throw refused("it has no Records");
    }
    List<Message> messages = new ArrayList<>(records.size());
    for (JsonNode each : records) {
      messages.add(source == BatchSource.KINESIS ? kinesis(each, messages) : sqs(each, messages));
    }
    return messages;
  }

  /** One event, or a list of them (user guide, "Lambda function target"). */
  private List<Message> customBus(InputStream event) throws IOException {
    String input = new String(event.readAllBytes(), StandardCharsets.UTF_8);
    List<Message> messages = new ArrayList<>();
    for (BusDelivery each : Envelopes.customBusBatch(input)) {
      messages.add(customBus(each, messages.size()));
    }
    return messages;
  }

  private static Message customBus(BusDelivery delivery, int place) {
    String id = delivery.id().isEmpty() ? "number " + place : delivery.id();
    return new Message(
        place,
        id,
        delivery.group(),
        Payload.of(delivery.json()),
        Map.of(),
        Reading.of(id, () -> checked(Envelopes.customBus(delivery.json()))));
  }

  private JsonNode tree(InputStream event) throws IOException {
    try {
      return MAPPER.readTree(event);
    } catch (JsonProcessingException e) {
      // Jackson's own message quotes the text.
      throw refused("it is not JSON");
    }
  }

  private Message sqs(JsonNode sqs, List<Message> before) {
    boolean fifo = text(sqs, "eventSourceARN").endsWith(FIFO);
    if (!text(sqs, "eventSource").equals("aws:sqs") || fifo != (source == BatchSource.SQS_FIFO)) {
      throw refused("it came from " + text(sqs, "eventSourceARN"));
    }
    return queued(
        new QueuedMessage(
            text(sqs, "messageId"),
            sqs.path("attributes").path("MessageGroupId").asText(""),
            sqs.path("body").asText(""),
            attributes(sqs.path("messageAttributes"))),
        before.size());
  }

  /** On a standard queue, a message group only names a tenant. */
  Message queued(QueuedMessage sqs, int place) {
    return new Message(
        place,
        sqs.id(),
        source == BatchSource.SQS_FIFO ? sqs.group() : "",
        Payload.of(sqs.body()),
        sqs.attributes(),
        Reading.of(sqs.id(), () -> checked(Envelopes.sqs(sqs.body(), sqs.attributes()))));
  }

  /** Fails now, and not when the batch is sorted. */
  private static ReceivedEvent checked(ReceivedEvent event) {
    Optional<AggregateKey> unused = event.aggregate();
    return event;
  }

  private static Map<String, String> attributes(JsonNode members) {
    Map<String, String> attributes = new TreeMap<>();
    for (Map.Entry<String, JsonNode> member : members.properties()) {
      JsonNode value = member.getValue().path("stringValue");
      if (value.isTextual()) {
        attributes.put(member.getKey(), value.textValue());
      }
    }
    return attributes;
  }

  private Message kinesis(JsonNode entry, List<Message> before) {
    if (!text(entry, "eventSource").equals("aws:kinesis")) {
      throw refused("it came from " + text(entry, "eventSourceARN"));
    }
    JsonNode kinesis = entry.path("kinesis");
    String data = kinesis.path("data").asText("");
    Optional<byte[]> decoded = decoded(data);
    String id = text(kinesis, "sequenceNumber");
    return new Message(
        before.size(),
        id,
        kinesis.path("partitionKey").asText(""),
        decoded.map(Payload::of).orElseGet(() -> Payload.of(data)),
        Map.of(),
        Reading.of(
            id, () -> checked(Envelopes.kinesis(decoded.orElseThrow(BatchReader::notBase64)))));
  }

  private static Optional<byte[]> decoded(String base64) {
    try {
      return Optional.of(Base64.getDecoder().decode(base64));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static UnusableEventException notBase64() {
    return new UnusableEventException("the record's data is not base64");
  }

  private String text(JsonNode json, String field) {
    JsonNode value = json.path(field);
    if (!value.isTextual()) {
      throw refused("a record has no " + field);
    }
    return value.textValue();
  }

  private UnusableEventException refused(String why) {
    return new UnusableEventException(
        "the function's input is not a batch of "
            + source
            + ": "
            + why
            + "; set the source of the adapter to that of the event source mapping");
  }
}

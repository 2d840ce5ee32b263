package io.github.dynamooutbox.localaws.stub.internal.sns;

import io.github.dynamooutbox.localaws.stub.BatchEntry;
import io.github.dynamooutbox.localaws.stub.MessageAttribute;
import io.github.dynamooutbox.localaws.stub.internal.sns.QueryEndpoint.QueryInput;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A message, as it was sent. */
record Publication(
    String message,
    Optional<String> subject,
    Optional<String> groupId,
    Optional<String> deduplicationId,
    Map<String, MessageAttribute> attributes) {

  static Publication of(QueryInput input) {
    input
        .text("MessageStructure")
        .ifPresent(
            structure -> {
              throw QueryInput.invalidParameter("this stub does not know MessageStructure");
            });
    return new Publication(
        input.text("Message").orElse(""),
        input.text("Subject"),
        input.text("MessageGroupId"),
        input.text("MessageDeduplicationId"),
        attributes(input));
  }

  private static Map<String, MessageAttribute> attributes(QueryInput input) {
    Map<String, MessageAttribute> attributes = new LinkedHashMap<>();
    for (QueryInput entry : input.entries("MessageAttributes")) {
      String value =
          entry.text("Value.StringValue").or(() -> entry.text("Value.BinaryValue")).orElse("");
      String type = entry.text("Value.DataType").orElse("");
      attributes.put(entry.requiredText("Name"), new MessageAttribute(type, value));
    }
    return attributes;
  }

  /** Bytes that count towards the limit: message, and names, types and values of attributes. */
  long size() {
    long size = bytes(message);
    for (Map.Entry<String, MessageAttribute> attribute : attributes.entrySet()) {
      size += bytes(attribute.getKey());
      size += bytes(attribute.getValue().dataType());
      size += bytes(attribute.getValue().value());
    }
    return size;
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  BatchEntry asBatchEntry(int index, Topic topic) {
    return new BatchEntry(index, topic.name(), groupId.orElse(""), message);
  }
}

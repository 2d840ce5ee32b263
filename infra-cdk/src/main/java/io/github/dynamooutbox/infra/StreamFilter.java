package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Which stream records invoke the relay: inserted outbox records, and nothing else. */
final class StreamFilter {
  private StreamFilter() {}

  /** The pattern as Lambda takes it. */
  static String of(String partitionKey, String prefix) {
    ObjectNode filter = JsonNodeFactory.instance.objectNode();
    filter.putArray("eventName").add("INSERT");
    filter
        .putObject("dynamodb")
        .putObject("Keys")
        .putObject(partitionKey)
        .putArray("S")
        .addObject()
        .put("prefix", prefix);
    return filter.toString();
  }
}

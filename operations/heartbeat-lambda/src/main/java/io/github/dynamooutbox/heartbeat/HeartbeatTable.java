package io.github.dynamooutbox.heartbeat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.format.OutboxSchema;

/**
 * The table to which heartbeats are committed, from the configuration's section {@code table}.
 * Ignores all other sections.
 */
record HeartbeatTable(String name, OutboxSchema schema) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * @param document the relay's configuration, or its section {@code table} alone in a document
   * @throws IllegalArgumentException if it is not JSON, has no table, or violates the schema's
   *     rules
   */
  static HeartbeatTable of(String document) {
    JsonNode table = table(document);
    if (!table.path("name").isTextual()) {
      throw new IllegalArgumentException("OUTBOX_CONFIG: table.name is missing");
    }
    OutboxSchema standard = OutboxSchema.defaults();
    return new HeartbeatTable(
        table.path("name").asText(),
        new OutboxSchema(
            table.path("partitionKey").asText(standard.partitionKey()),
            table.path("sortKey").asText(standard.sortKey()),
            table.path("prefix").asText(standard.prefix()),
            table.path("ttlAttribute").asText(standard.ttlAttribute())));
  }

  private static JsonNode table(String document) {
    try {
      return JSON.readTree(document).path("table");
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("OUTBOX_CONFIG is not JSON: " + e.getOriginalMessage(), e);
    }
  }
}

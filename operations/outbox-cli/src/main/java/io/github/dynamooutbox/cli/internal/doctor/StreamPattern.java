package io.github.dynamooutbox.cli.internal.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.format.OutboxSchema;
import java.util.Map;

/**
 * A filter pattern of an event source mapping. It may leave out what is not a new outbox record,
 * and nothing else.
 */
record StreamPattern(String json) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Whether each new record passes, as far as the pattern uses names and prefixes only. */
  boolean passesRecordsOf(OutboxSchema schema) {
    try {
      return passes(JSON.readTree(json), schema);
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  private static boolean passes(JsonNode pattern, OutboxSchema schema) {
    for (Map.Entry<String, JsonNode> field : pattern.properties()) {
      boolean known =
          switch (field.getKey()) {
            case "eventName" -> names(field.getValue(), "INSERT");
            case "dynamodb" -> passesKeys(field.getValue(), schema);
            default -> false;
          };
      if (!known) {
        return false;
      }
    }
    return true;
  }

  private static boolean passesKeys(JsonNode pattern, OutboxSchema schema) {
    JsonNode keys = pattern.path("Keys");
    JsonNode partition = keys.path(schema.partitionKey()).path("S");
    if (pattern.size() != 1 || keys.size() != 1) {
      return false;
    }
    for (JsonNode alternative : partition) {
      String prefix = alternative.path("prefix").asText(null);
      if (prefix != null && schema.prefix().startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private static boolean names(JsonNode alternatives, String name) {
    for (JsonNode alternative : alternatives) {
      if (alternative.isTextual() && alternative.asText().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** Filter criteria that pass each new record, as the AWS command line takes them. */
  static String suggested(OutboxSchema schema) {
    ObjectNode pattern = JsonNodeFactory.instance.objectNode();
    pattern.putArray("eventName").add("INSERT");
    pattern
        .putObject("dynamodb")
        .putObject("Keys")
        .putObject(schema.partitionKey())
        .putArray("S")
        .addObject()
        .put("prefix", schema.prefix());
    ObjectNode criteria = JsonNodeFactory.instance.objectNode();
    criteria.putArray("Filters").addObject().put("Pattern", pattern.toString());
    return criteria.toString();
  }
}

package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads a document and finds all of its mistakes: in the relay's part with the relay's own reader,
 * in the infrastructure's with its schema, and between both with checks of its own.
 */
final class ConfigReader {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The sections that name times, and their definitions in the schema. */
  private static final Map<String, String> TIMED =
      Map.of(
          "function", "deployedFunction",
          "mapping", "deployedMapping",
          "heartbeat", "deployedHeartbeat",
          "alarms", "deployedAlarms");

  private final ConfigSchema schema = new ConfigSchema();

  /**
   * @throws ConfigException if there are mistakes
   */
  List<OutboxConfig> read(String json) {
    ObjectNode document = checked(json);
    List<StackDocument> stacks = StackDocument.of(document);
    List<String> mistakes = new ArrayList<>();
    for (StackDocument stack : stacks) {
      mistakes(stack).forEach(mistake -> mistakes.add(stack.where() + mistake));
    }
    if (mistakes.isEmpty()) {
      mistakes.addAll(SharedNames.mistakes(stacks));
    }
    throwIfAny(mistakes);
    return stacks.stream().map(stack -> new OutboxConfig(schema, stack)).toList();
  }

  /** Mistakes of the document itself are reported once, not once for each of its stacks. */
  private ObjectNode checked(String json) {
    List<String> mistakes = new ArrayList<>(RelayCheck.mistakes(json));
    if (parsed(json) instanceof ObjectNode document) {
      if (document.path("infrastructure").isObject()) {
        mistakes.addAll(schema.mistakes(document));
      }
      if (mistakes.isEmpty()) {
        mistakes.addAll(CrossChecks.ofWhole(document));
      }
      throwIfAny(mistakes);
      return document;
    }
    throw new ConfigException(mistakes);
  }

  private List<String> mistakes(StackDocument stack) {
    List<String> mistakes = new ArrayList<>(schema.mistakes(stack.document()));
    mistakes.addAll(RelayCheck.mistakesAndWarnings(timed(stack.document()).toString()));
    return mistakes.isEmpty() ? CrossChecks.mistakes(stack) : mistakes;
  }

  /**
   * With the default times where the document names none, because the relay's reader compares them.
   */
  private ObjectNode timed(ObjectNode document) {
    ObjectNode timed = document.deepCopy();
    if (timed.path("infrastructure").isObject() || !timed.has("infrastructure")) {
      ObjectNode deployed = timed.withObject("/infrastructure");
      for (Map.Entry<String, String> section : TIMED.entrySet()) {
        deployed.set(
            section.getKey(),
            schema.withDefaults(deployed.path(section.getKey()), section.getValue()));
      }
    }
    return timed;
  }

  private static JsonNode parsed(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      // The relay's reader has said where.
      return JSON.missingNode();
    }
  }

  private static void throwIfAny(List<String> mistakes) {
    if (!mistakes.isEmpty()) {
      throw new ConfigException(mistakes);
    }
  }
}

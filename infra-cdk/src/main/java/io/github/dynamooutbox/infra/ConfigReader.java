package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.config.InfrastructureKeys;
import io.github.dynamooutbox.aws.keys.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads a document and finds all of its errors: in the relay's part with the relay's own reader, in
 * the infrastructure's with its schema, and between both with checks of its own.
 */
final class ConfigReader {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The sections that name times. */
  private static final Map<String, Section> TIMED =
      Map.of(
          "function", InfrastructureKeys.FUNCTION,
          "mapping", InfrastructureKeys.MAPPING,
          "heartbeat", InfrastructureKeys.HEARTBEAT,
          "alarms", InfrastructureKeys.ALARMS);

  private final ConfigSchema schema = new ConfigSchema();
  private final Given given;

  /**
   * A reader.
   *
   * @param given what takes the place of what documents name
   */
  ConfigReader(Given given) {
    this.given = given;
  }

  /**
   * @throws ConfigException if there are errors
   */
  List<OutboxConfig> read(String json) {
    List<StackDocument> stacks = new ArrayList<>();
    List<String> mistakes = new ArrayList<>();
    for (StackDocument environment : StackDocument.environments(checked(json))) {
      ObjectNode document = environment.document();
      List<String> ofAllRegions = mistakes(document, document.toString());
      ofAllRegions.forEach(mistake -> mistakes.add(environment.where() + mistake));
      if (ofAllRegions.isEmpty()) {
        for (StackDocument stack : environment.regions()) {
          mistakes.addAll(mistakes(stack));
          stacks.add(stack);
        }
      }
    }
    if (mistakes.isEmpty()) {
      mistakes.addAll(SharedNames.mistakes(stacks));
    }
    throwIfAny(mistakes);
    return stacks.stream().map(stack -> new OutboxConfig(stack, given)).toList();
  }

  /** Mistakes of the document itself are reported once, not once for each of its stacks. */
  private ObjectNode checked(String json) {
    if (parsed(json) instanceof ObjectNode document) {
      throwIfAny(mistakes(document, json));
      return document;
    }
    throw new ConfigException(RelayCheck.mistakes(json));
  }

  private List<String> mistakes(ObjectNode document, String json) {
    List<String> mistakes = new ArrayList<>(RelayCheck.mistakes(json));
    // Of what is no object the relay's reader says so.
    if (document.path("infrastructure").isObject()) {
      mistakes.addAll(schema.mistakes(document));
    }
    return mistakes.isEmpty() ? Overlays.mistakes(document) : mistakes;
  }

  private List<String> mistakes(StackDocument stack) {
    List<String> mistakes = new ArrayList<>(schema.mistakes(stack.document()));
    mistakes.addAll(RelayCheck.mistakesAndWarnings(timed(stack.document()).toString()));
    if (mistakes.isEmpty()) {
      return SynthesisCheck.all(Deployment.of(stack.where(), new OutboxConfig(stack, given)));
    }
    return mistakes.stream().map(stack.where()::concat).toList();
  }

  /**
   * With the default times where the document names none, because the relay's reader compares them.
   */
  private static ObjectNode timed(ObjectNode document) {
    ObjectNode timed = document.deepCopy();
    ObjectNode deployed = timed.withObject("/infrastructure");
    TIMED.forEach(
        (name, keys) -> deployed.set(name, ConfigSchema.withDefaults(deployed.path(name), keys)));
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

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
    List<String> problems = new ArrayList<>();
    for (StackDocument environment : StackDocument.environments(checked(json))) {
      ObjectNode document = environment.document();
      List<String> ofAllRegions = problems(document, document.toString());
      ofAllRegions.forEach(problem -> problems.add(environment.where() + problem));
      if (ofAllRegions.isEmpty()) {
        for (StackDocument stack : environment.regions()) {
          problems.addAll(problems(stack));
          stacks.add(stack);
        }
      }
    }
    if (problems.isEmpty()) {
      problems.addAll(SharedNames.problems(stacks.stream().map(this::deployment).toList()));
    }
    throwIfAny(problems);
    return stacks.stream().map(stack -> new OutboxConfig(stack, given)).toList();
  }

  /** Problems of the document itself are reported once, not once for each of its stacks. */
  private ObjectNode checked(String json) {
    if (parsed(json) instanceof ObjectNode document) {
      throwIfAny(problems(document, json));
      return document;
    }
    throw new ConfigException(RelayCheck.problems(json));
  }

  private List<String> problems(ObjectNode document, String json) {
    List<String> problems = new ArrayList<>(RelayCheck.problems(json));
    // Of what is no object the relay's reader says so.
    if (document.path("infrastructure").isObject()) {
      problems.addAll(schema.problems(document));
    }
    return problems.isEmpty() ? Overlays.problems(document) : problems;
  }

  private List<String> problems(StackDocument stack) {
    List<String> problems = new ArrayList<>(schema.problems(stack.document()));
    problems.addAll(RelayCheck.problemsAndWarnings(timed(stack.document()).toString()));
    if (problems.isEmpty()) {
      return SynthesisCheck.all(deployment(stack));
    }
    return problems.stream().map(stack.where()::concat).toList();
  }

  private Deployment deployment(StackDocument stack) {
    return Deployment.of(stack.where(), new OutboxConfig(stack, given));
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

  private static void throwIfAny(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
  }
}

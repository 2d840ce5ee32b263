package io.github.dynamooutbox.aws.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TextRule;
import io.github.dynamooutbox.relay.route.Rule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads the configuration document. */
final class ConfigReader {
  private static final JsonMapper JSON = new JsonMapper();

  private static final TextRule ANY_TEXT = TextRule.of(".*", "a text");

  private static final TextRule TARGET_NAME =
      TextRule.of(
          "[A-Za-z0-9][A-Za-z0-9_-]{0,63}",
          "1 to 64 letters, digits, - and _, the first one a letter or digit");

  private final Problems problems;
  private final JsonFields document;

  private ConfigReader(Problems problems, JsonFields document) {
    this.problems = problems;
    this.document = document;
  }

  /**
   * Reads a document.
   *
   * @throws ConfigException with every mistake
   */
  public static RelayConfig read(String json) {
    Problems problems = new Problems();
    JsonNode tree = tree(json, problems);
    if (!(tree instanceof ObjectNode object)) {
      problems.add("", "must be a JSON object");
      problems.throwIfAny();
      throw new IllegalStateException("a problem was just added");
    }
    return new ConfigReader(problems, new JsonFields("", object, problems)).config();
  }

  private static JsonNode tree(String json, Problems problems) {
    try (JsonParser parser = JSON.createParser(json)) {
      Leftovers.find(parser, problems);
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new ConfigException(
          List.of(
              "line %d, column %d: not JSON: %s"
                  .formatted(
                      e.getLocation().getLineNr(),
                      e.getLocation().getColumnNr(),
                      e.getOriginalMessage())));
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }

  private RelayConfig config() {
    // Editors find the schema by this key.
    document.text("$schema", ANY_TEXT);
    // For the CDK app, which checks it with the schema.
    Optional<JsonFields> deployed = document.object("infrastructure");
    Optional<TableConfig> table = section("table").flatMap(TableReader::read);
    boolean hasControl = document.has("controlTable");
    Optional<ControlConfig> control = document.object("controlTable").flatMap(ControlReader::read);
    JsonFields relayFields = optionalSection("relay");
    RelaySettings relay = RelayReader.read(relayFields, hasControl);
    deployed.ifPresent(fields -> new DeployedTimes(relayFields, fields).check(relay, hasControl));
    Optional<JsonFields> targetFields = section("targets");
    Set<String> targetNames = targetFields.map(this::names).orElse(Set.of());
    List<TargetConfig> targets = targetFields.map(ConfigReader::targets).orElse(List.of());
    List<Rule> routes = routes(targetNames);
    document.refuseOthers();
    problems.throwIfAny();
    return new RelayConfig(
        table.orElseThrow(), control, relay, targets, routes, Unused.targets(targets, routes));
  }

  private Optional<JsonFields> section(String key) {
    if (!document.has(key)) {
      document.missing(key, "the document needs this section");
    }
    return document.object(key);
  }

  private JsonFields optionalSection(String key) {
    return document
        .object(key)
        .orElseGet(() -> new JsonFields(key, JSON.createObjectNode(), problems));
  }

  private Set<String> names(JsonFields targets) {
    Set<String> names = new TreeSet<>(targets.names());
    if (names.isEmpty()) {
      problems.add(targets.path(), "at least one target is needed");
    }
    for (String name : names) {
      if (!TARGET_NAME.accepts(name)) {
        problems.add(targets.path(name), "a target's name must be " + TARGET_NAME.means());
      }
    }
    return names;
  }

  private static List<TargetConfig> targets(JsonFields targets) {
    List<TargetConfig> read = new ArrayList<>();
    for (String name : targets.names()) {
      targets.object(name).flatMap(fields -> TargetReader.read(name, fields)).ifPresent(read::add);
    }
    return read;
  }

  private List<Rule> routes(Set<String> targetNames) {
    if (!document.has("routes")) {
      document.missing("routes", "without a route no event is published");
    }
    List<Rule> routes = new ArrayList<>();
    List<JsonNode> elements = document.list("routes").orElse(List.of());
    for (int i = 0; i < elements.size(); i++) {
      document
          .object("routes[" + i + "]", elements.get(i))
          .ifPresent(fields -> routes.add(RouteReader.read(fields, targetNames)));
    }
    return routes;
  }
}

package io.github.dynamooutbox.aws.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.dynamooutbox.aws.internal.json.PlainJson;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.relay.route.Rule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Reads the configuration document. */
final class ConfigReader {
  private final Problems problems;
  private final JsonFields document;

  private ConfigReader(Problems problems, JsonFields document) {
    this.problems = problems;
    this.document = document;
  }

  /**
   * Reads a document.
   *
   * @throws ConfigException with every error
   */
  public static RelayConfig read(String json) {
    Problems problems = new Problems();
    if (!(tree(json, problems).orElse("") instanceof Map<?, ?> object)) {
      problems.add("", "must be a JSON object");
      problems.throwIfAny();
      throw new IllegalStateException("a problem was just added");
    }
    return new ConfigReader(problems, new JsonFields("", object, problems)).config();
  }

  private static Optional<Object> tree(String json, Problems problems) {
    try {
      return PlainJson.read(json, problems::add);
    } catch (JsonProcessingException e) {
      throw new ConfigException(List.of(where(e) + "not JSON: " + e.getOriginalMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }

  /** The parser does not say where a document is too deep. */
  private static String where(JsonProcessingException e) {
    return Optional.ofNullable(e.getLocation())
        .map(at -> "line %d, column %d: ".formatted(at.getLineNr(), at.getColumnNr()))
        .orElse("document: ");
  }

  private RelayConfig config() {
    document.find(DocumentKeys.SCHEMA);
    // For the CDK app, which checks it with the schema.
    Optional<JsonFields> deployed = document.object(DocumentKeys.INFRASTRUCTURE);
    Optional<TableConfig> table = document.object(DocumentKeys.TABLE).flatMap(TableReader::read);
    boolean hasControl = document.has(DocumentKeys.CONTROL_TABLE);
    Optional<ControlConfig> control =
        document.object(DocumentKeys.CONTROL_TABLE).flatMap(ControlReader::read);
    JsonFields relayFields = document.objectOrEmpty(DocumentKeys.RELAY);
    RelaySettings relay = RelayReader.read(relayFields, hasControl);
    deployed.ifPresent(fields -> new DeployedTimes(relayFields, fields).check(relay, hasControl));
    Optional<JsonFields> targetFields = document.object(DocumentKeys.TARGETS);
    Set<String> targetNames = targetFields.map(this::names).orElse(Set.of());
    List<TargetConfig> targets = targetFields.map(ConfigReader::targets).orElse(List.of());
    List<Rule> routes =
        document.objects(DocumentKeys.ROUTES).stream()
            .map(route -> RouteReader.read(route, targetNames))
            .toList();
    document.refuseOthers();
    problems.throwIfAny();
    return new RelayConfig(
        table.orElseThrow(), control, relay, targets, routes, Unused.targets(targets, routes));
  }

  private Set<String> names(JsonFields targets) {
    Set<String> names = new TreeSet<>(targets.names());
    if (names.isEmpty()) {
      problems.add(targets.path(), "at least one target is needed");
    }
    for (String name : names) {
      if (!DocumentKeys.TARGET_NAME.accepts(name)) {
        problems.add(
            targets.path(name), "a target's name must be " + DocumentKeys.TARGET_NAME.means());
      }
    }
    return names;
  }

  private static List<TargetConfig> targets(JsonFields targets) {
    List<TargetConfig> read = new ArrayList<>();
    for (String name : targets.names()) {
      targets.named(name).flatMap(fields -> TargetReader.read(name, fields)).ifPresent(read::add);
    }
    return read;
  }

  /** Finds settings that have no effect. */
  private static final class Unused {
    private Unused() {}

    static List<String> targets(List<TargetConfig> targets, List<Rule> routes) {
      Set<String> used =
          routes.stream().flatMap(route -> route.targets().stream()).collect(Collectors.toSet());
      return targets.stream()
          .map(TargetConfig::name)
          .filter(name -> !used.contains(name))
          .map(
              name ->
                  "targets."
                      + name
                      + ": no route uses this target; add it to a route, or remove it")
          .toList();
    }
  }
}

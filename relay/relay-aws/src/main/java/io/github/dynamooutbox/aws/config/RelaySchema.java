package io.github.dynamooutbox.aws.config;

import io.github.dynamooutbox.aws.internal.json.PlainJson;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The JSON Schema of the document, for editors, with all kinds of targets that are on the class
 * path: the published one has only the built-in kinds.
 */
public final class RelaySchema {
  /** So that no kind has the name of another definition. */
  private static final String TARGET = "target-";

  /** Members whose own members are names of keys or definitions. */
  private static final Set<String> NAMES = Set.of("properties", "$defs");

  private RelaySchema() {}

  /**
   * Writes the schema to a file: {@code java -cp <class path>
   * io.github.dynamooutbox.aws.config.RelaySchema <file>}.
   *
   * @param arguments the file, which is replaced if it exists
   * @throws IllegalArgumentException unless there is exactly one argument
   * @throws IOException if the file cannot be written
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      throw new IllegalArgumentException("Give the file that the schema is to be written to");
    }
    Files.writeString(Path.of(arguments[0]), ofClassPath());
  }

  /**
   * The schema, as JSON.
   *
   * @throws ConfigException if a kind cannot be used
   */
  public static String ofClassPath() {
    return PlainJson.lines(ordered(of(TargetKinds.onClassPath())));
  }

  /** The published schema, as JSON: the same with the kinds that every relay has. */
  public static String published() {
    return PlainJson.lines(ordered(of(TargetKinds.builtIn())));
  }

  /**
   * The same in every JVM: members in the order of their names, but keys and definitions as given.
   */
  private static Map<String, Object> ordered(Map<String, Object> schema) {
    Map<String, Object> ordered = new LinkedHashMap<>();
    new TreeMap<>(schema)
        .forEach((name, value) -> ordered.put(name, named(value, NAMES.contains(name))));
    return ordered;
  }

  @SuppressWarnings("unchecked")
  private static Object named(Object value, boolean areNames) {
    if (value instanceof List<?> list) {
      return list.stream().map(each -> named(each, false)).toList();
    }
    if (!(value instanceof Map<?, ?> map)) {
      return value;
    }
    if (!areNames) {
      return ordered((Map<String, Object>) map);
    }
    Map<String, Object> names = new LinkedHashMap<>();
    (map instanceof LinkedHashMap ? map : new TreeMap<>(map))
        .forEach((name, schema) -> names.put((String) name, named(schema, false)));
    return names;
  }

  static Map<String, Object> of(Map<String, TargetFactory> kinds) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("$id", "https://dynamooutbox.github.io/schema/outbox-config.schema.json");
    schema.put("title", "Dynamo Outbox configuration");
    schema.putAll(DocumentKeys.all().schema());
    Map<String, Object> definitions = new LinkedHashMap<>();
    definitions.put("infrastructure", InfrastructureKeys.all().schema());
    definitions.put("pattern", MatchReader.KEYS.schema());
    definitions.put("target", target(kinds));
    kinds.forEach((type, kind) -> definitions.put(TARGET + type, target(type, kind)));
    schema.put("$defs", definitions);
    return schema;
  }

  /** A target, whose type decides which other keys it has. */
  private static Map<String, Object> target(Map<String, TargetFactory> kinds) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("description", "One target. Its type decides which other keys it has.");
    schema.put("type", "object");
    schema.put("required", List.of("type"));
    schema.put("properties", Map.of("type", TargetReader.type(kinds).schema()));
    schema.put(
        "allOf",
        kinds.keySet().stream()
            .map(
                type ->
                    Map.of(
                        "if",
                        Map.of(
                            "required",
                            List.of("type"),
                            "properties",
                            Map.of("type", Map.of("const", type))),
                        "then",
                        Map.of("$ref", "#/$defs/" + TARGET + type)))
            .toList());
    return schema;
  }

  private static Map<String, Object> target(String type, TargetFactory kind) {
    Map<String, Object> schema = kind.keys().schema();
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("type", Map.of("const", type));
    kind.keys().keys().forEach(key -> properties.put(key.name(), key.schema()));
    properties.put(TargetReader.INLINE.name(), TargetReader.INLINE.schema());
    schema.put("additionalProperties", false);
    schema.put("properties", properties);
    return schema;
  }
}

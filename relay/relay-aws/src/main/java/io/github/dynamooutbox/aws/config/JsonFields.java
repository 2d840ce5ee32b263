package io.github.dynamooutbox.aws.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.targets.TargetFields;
import io.github.dynamooutbox.aws.targets.TextRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * An object of the document. Every key that is read counts as known. An invalid value is reported
 * and then treated as absent, so that reading continues.
 */
final class JsonFields implements TargetFields {
  private final String path;
  private final ObjectNode object;
  private final Problems problems;
  private final TreeSet<String> known = new TreeSet<>();
  private final List<JsonFields> nested = new ArrayList<>();

  JsonFields(String path, ObjectNode object, Problems problems) {
    this.path = path;
    this.object = object;
    this.problems = problems;
  }

  String path() {
    return path;
  }

  String path(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  @Override
  public boolean has(String key) {
    known.add(key);
    return object.has(key);
  }

  @Override
  public void problem(String key, String message) {
    problems.add(path(key), message);
  }

  void problemHere(String message) {
    problems.add(path, message);
  }

  void problemAt(String at, String message) {
    problems.add(at, message);
  }

  /** The object as it is in the document. */
  String json() {
    return object.toString();
  }

  Optional<JsonNode> value(String key) {
    known.add(key);
    return Optional.ofNullable(object.get(key));
  }

  @Override
  public Optional<String> text(String key, TextRule rule) {
    return value(key).flatMap(value -> text(path(key), value, rule));
  }

  String text(String key, TextRule rule, String otherwise) {
    return text(key, rule).orElse(otherwise);
  }

  Optional<String> text(String at, JsonNode value, TextRule rule) {
    if (value.isTextual() && rule.accepts(value.textValue())) {
      return Optional.of(value.textValue());
    }
    problems.add(at, "%s must be %s".formatted(value, rule.means()));
    return Optional.empty();
  }

  @Override
  public long number(String key, long min, long max, long otherwise) {
    Optional<JsonNode> value = value(key);
    if (value.isEmpty()) {
      return otherwise;
    }
    JsonNode number = value.get();
    if (number.canConvertToExactIntegral() && number.canConvertToLong()) {
      long given = number.longValue();
      if (given >= min && given <= max) {
        return given;
      }
    }
    problem(key, "%s must be a whole number from %d to %d".formatted(number, min, max));
    return otherwise;
  }

  @Override
  public Optional<Boolean> flag(String key) {
    Optional<JsonNode> value = value(key);
    if (value.isPresent() && !value.get().isBoolean()) {
      problem(key, value.get() + " must be true or false");
      return Optional.empty();
    }
    return value.map(JsonNode::booleanValue);
  }

  @Override
  public <T> Optional<T> choice(String key, Map<String, T> choices) {
    Optional<JsonNode> value = value(key);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    T chosen = choices.get(value.get().asText());
    if (!value.get().isTextual() || chosen == null) {
      problem(key, value.get() + " must be one of: " + Problems.sorted(choices.keySet()));
      return Optional.empty();
    }
    return Optional.of(chosen);
  }

  Optional<JsonFields> object(String key) {
    return value(key).flatMap(value -> object(path(key), value));
  }

  Optional<JsonFields> object(String at, JsonNode value) {
    if (value instanceof ObjectNode node) {
      return Optional.of(new JsonFields(at, node, problems));
    }
    problems.add(at, "must be an object");
    return Optional.empty();
  }

  @Override
  public Optional<TargetFields> nested(String key) {
    Optional<JsonFields> object = object(key);
    object.ifPresent(nested::add);
    return object.map(TargetFields.class::cast);
  }

  @Override
  public List<String> texts(String key, TextRule rule) {
    List<JsonNode> elements = list(key).orElse(List.of());
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < elements.size(); i++) {
      text(path(key) + "[" + i + "]", elements.get(i), rule).ifPresent(texts::add);
    }
    return texts;
  }

  /** The elements of a list, which must not be empty if it is present. */
  Optional<List<JsonNode>> list(String key) {
    Optional<JsonNode> value = value(key);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    if (!value.get().isArray() || value.get().isEmpty()) {
      problem(key, "must be a list with at least one element");
      return Optional.empty();
    }
    List<JsonNode> elements = new ArrayList<>();
    value.get().forEach(elements::add);
    return Optional.of(elements);
  }

  /** All keys, in the document's order. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  @Override
  public void missing(String key, String what) {
    problem(key, "is missing: " + what);
  }

  /** Reports the keys that were not read. Called last. */
  void refuseOthers() {
    for (String name : names()) {
      if (!known.contains(name)) {
        problem(name, "unknown key; " + Problems.hint(name, known));
      }
    }
    nested.forEach(JsonFields::refuseOthers);
  }
}

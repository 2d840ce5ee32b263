package io.github.dynamooutbox.aws.config;

import io.github.dynamooutbox.aws.internal.json.PlainJson;
import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.aws.keys.TextRule;
import io.github.dynamooutbox.aws.targets.TargetFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/** An object of the document. What it accepts is what its {@link Key keys} declare. */
final class JsonFields implements TargetFields {
  private final String path;
  private final Map<?, ?> object;
  private final Problems problems;
  private final TreeSet<String> known = new TreeSet<>();
  private final List<JsonFields> nested = new ArrayList<>();

  JsonFields(String path, Map<?, ?> object, Problems problems) {
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

  /** The object as it is in the document. */
  Map<?, ?> json() {
    return object;
  }

  /** All keys, in the document's order. */
  List<String> names() {
    return object.keySet().stream().map(String::valueOf).toList();
  }

  @Override
  public boolean has(Key<?> key) {
    known.add(key.name());
    return object.containsKey(key.name());
  }

  @Override
  public void problem(Key<?> key, String message) {
    problems.add(path(key.name()), message);
  }

  void problemHere(String message) {
    problems.add(path, message);
  }

  void problemAt(String at, String message) {
    problems.add(at, message);
  }

  private Optional<Object> value(Key<?> key) {
    if (!has(key)) {
      if (key.isRequired()) {
        missing(key, key.whatToGive());
      }
      return Optional.empty();
    }
    return Optional.of(Objects.requireNonNull(object.get(key.name())));
  }

  @Override
  public <T> Optional<T> find(Key<T> key) {
    return value(key)
        .flatMap(
            json ->
                key.read(
                    json, path(key.name()), problem -> problems.add(problem.at(), problem.what())));
  }

  /** An object within this one, whose other keys are refused by its own reader. */
  Optional<JsonFields> object(Key<?> key) {
    return value(key).flatMap(json -> object(path(key.name()), json));
  }

  /** The same; where there is none, an object without keys, so that all defaults apply. */
  JsonFields objectOrEmpty(Key<?> key) {
    return object(key).orElseGet(() -> new JsonFields(path(key.name()), Map.of(), problems));
  }

  /** The objects of a list, which must not be empty if it is present. */
  List<JsonFields> objects(Key<?> key) {
    List<JsonFields> objects = new ArrayList<>();
    List<?> elements = elements(key).orElse(List.of());
    for (int i = 0; i < elements.size(); i++) {
      object(path(key.name()) + "[" + i + "]", elements.get(i)).ifPresent(objects::add);
    }
    return objects;
  }

  /** An object by its name. */
  Optional<JsonFields> named(String name) {
    return object(path(name), Objects.requireNonNull(object.get(name)));
  }

  private Optional<JsonFields> object(String at, Object json) {
    if (json instanceof Map<?, ?> map) {
      return Optional.of(new JsonFields(at, map, problems));
    }
    problems.add(at, "must be an object");
    return Optional.empty();
  }

  @Override
  public Optional<TargetFields> within(Key<Section> key) {
    Optional<JsonFields> object = object(key);
    object.ifPresent(nested::add);
    return object.map(TargetFields.class::cast);
  }

  /** The elements of a list, which must not be empty if it is present. */
  Optional<List<?>> elements(Key<?> key) {
    Optional<Object> value = value(key);
    if (value.isPresent() && !(value.get() instanceof List<?> list && !list.isEmpty())) {
      problem(key, "must be a list with at least one element");
      return Optional.empty();
    }
    return value.map(list -> (List<?>) list);
  }

  /** Reports a value that does not meet a rule. */
  void refuse(String at, Object json, TextRule rule) {
    problems.add(at, "%s must be %s".formatted(PlainJson.text(json), rule.means()));
  }

  /** Reports the keys that were not read. Called last. */
  void refuseOthers() {
    for (String name : names()) {
      if (!known.contains(name)) {
        problems.add(path(name), "unknown key; " + Problems.hint(name, known));
      }
    }
    nested.forEach(JsonFields::refuseOthers);
  }
}

package io.github.dynamooutbox.aws.keys;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An object of the configuration: its keys, in the order of the reference. Keys are added while the
 * class that declares them is initialised, and never afterwards.
 */
public final class Section {
  private final String about;
  private final List<Key<?>> keys = new ArrayList<>();
  private final Map<String, Object> rules = new LinkedHashMap<>();

  private Section(String about) {
    this.about = about;
  }

  /**
   * An object without keys yet.
   *
   * @param about what it is, in Markdown
   */
  public static Section of(String about) {
    return new Section(about);
  }

  /** Adds a key, and returns it. */
  public <K extends Key<?>> K add(K key) {
    keys.add(key);
    return key;
  }

  /** Adds keys that no reader has to name. */
  public Section with(Key<?>... others) {
    Collections.addAll(keys, others);
    return this;
  }

  /**
   * Adds what a JSON Schema can say about several keys at once. The reader checks it by itself.
   *
   * @param keyword a keyword of JSON Schema, for example {@code anyOf}
   * @param value a value of JSON
   */
  public Section rule(String keyword, Object value) {
    rules.put(keyword, value);
    return this;
  }

  /** One of these keys has to be present. */
  public Section needsOneOf(Key<?>... alternatives) {
    return rule("anyOf", List.of(alternatives).stream().map(Section::isPresent).toList());
  }

  /** The rule that a key is present. */
  public static Map<String, Object> isPresent(Key<?> key) {
    return Map.of("required", List.of(key.name()));
  }

  /** What it is, in Markdown. */
  public String about() {
    return about;
  }

  public List<Key<?>> keys() {
    return Collections.unmodifiableList(keys);
  }

  /** Its JSON Schema, as a value of JSON. Without keys, an object with any. */
  public Map<String, Object> schema() {
    Map<String, Object> schema = new LinkedHashMap<>();
    if (!about.isEmpty()) {
      schema.put("description", Key.plain(about));
    }
    schema.put("type", "object");
    if (!keys.isEmpty()) {
      schema.put("additionalProperties", false);
      List<String> required = keys.stream().filter(Key::isRequired).map(key -> key.name()).toList();
      if (!required.isEmpty()) {
        schema.put("required", required);
      }
      Map<String, Object> properties = new LinkedHashMap<>();
      keys.forEach(key -> properties.put(key.name(), key.schema()));
      schema.put("properties", properties);
    }
    schema.putAll(rules);
    return schema;
  }
}

package io.github.dynamooutbox.aws.keys;

import io.github.dynamooutbox.aws.internal.json.PlainJson;
import io.github.dynamooutbox.aws.keys.Key.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** What a key accepts: how it is read, and how the schema and the reference describe it. */
sealed interface Form<T> {
  /** See {@link Key#read}. */
  Optional<T> read(Object json, String at, Consumer<Problem> problems);

  Map<String, Object> schema();

  default String limits() {
    return "";
  }

  default Optional<Section> within() {
    return Optional.empty();
  }

  /** What is wrong with a value, with what is valid. */
  private static <T> Optional<T> wrong(
      Object json, String at, String valid, Consumer<Problem> problems) {
    problems.accept(new Problem(at, "%s must be %s".formatted(PlainJson.text(json), valid)));
    return Optional.empty();
  }

  private static Map<String, Object> ofType(String type) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", type);
    return schema;
  }

  record Text(TextRule rule) implements Form<String> {
    @Override
    public Optional<String> read(Object json, String at, Consumer<Problem> problems) {
      return json instanceof String text && rule.accepts(text)
          ? Optional.of(text)
          : wrong(json, at, rule.means(), problems);
    }

    @Override
    public Map<String, Object> schema() {
      return rule.schema();
    }
  }

  record Texts(TextRule rule, int least, boolean different) implements Form<List<String>> {
    /** Elements that are wrong are reported, and left out. */
    @Override
    public Optional<List<String>> read(Object json, String at, Consumer<Problem> problems) {
      if (!(json instanceof List<?> elements) || elements.isEmpty()) {
        problems.accept(new Problem(at, "must be a list with at least one element"));
        return Optional.empty();
      }
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < elements.size(); i++) {
        String each = at + "[" + i + "]";
        Optional<String> text = new Text(rule).read(elements.get(i), each, problems);
        if (different && text.isPresent() && texts.contains(text.get())) {
          problems.accept(new Problem(each, "\"" + text.get() + "\" is listed twice"));
        } else {
          text.ifPresent(texts::add);
        }
      }
      return Optional.of(texts);
    }

    @Override
    public Map<String, Object> schema() {
      Map<String, Object> schema = ofType("array");
      schema.put("minItems", least);
      if (different) {
        schema.put("uniqueItems", true);
      }
      schema.put("items", rule.schema());
      return schema;
    }
  }

  record Whole(int least, int most, int step) implements Form<Integer> {
    @Override
    public Optional<Integer> read(Object json, String at, Consumer<Problem> problems) {
      OptionalLong given = PlainJson.whole(json);
      return given.isPresent() && given.getAsLong() >= least && given.getAsLong() <= most
          ? Optional.of((int) given.getAsLong())
          : wrong(json, at, "a whole number from %d to %d".formatted(least, most), problems);
    }

    @Override
    public Map<String, Object> schema() {
      Map<String, Object> schema = ofType("integer");
      schema.put("minimum", least);
      schema.put("maximum", most);
      if (step > 1) {
        schema.put("multipleOf", step);
      }
      return schema;
    }

    @Override
    public String limits() {
      return String.format(Locale.ROOT, "%,d to %,d", least, most);
    }
  }

  record Flag() implements Form<Boolean> {
    @Override
    public Optional<Boolean> read(Object json, String at, Consumer<Problem> problems) {
      return json instanceof Boolean flag
          ? Optional.of(flag)
          : wrong(json, at, "true or false", problems);
    }

    @Override
    public Map<String, Object> schema() {
      return ofType("boolean");
    }
  }

  record Choice<T>(List<T> choices, Class<T> type) implements Form<T> {
    @Override
    public Optional<T> read(Object json, String at, Consumer<Problem> problems) {
      if (choices.contains(json)) {
        return Optional.of(type.cast(json));
      }
      return wrong(
          json,
          at,
          "one of: "
              + choices.stream().map(String::valueOf).sorted().collect(Collectors.joining(", ")),
          problems);
    }

    @Override
    public Map<String, Object> schema() {
      Map<String, Object> schema = new LinkedHashMap<>();
      schema.put("enum", choices);
      return schema;
    }

    @Override
    public String limits() {
      return choices.stream()
          .map(choice -> "`" + choice + "`")
          .collect(Collectors.joining(", ", "one of ", ""));
    }
  }

  /** Of the values of another form only one is possible; the reader of the key says why. */
  record Only<T>(Form<T> form, T value) implements Form<T> {
    @Override
    public Optional<T> read(Object json, String at, Consumer<Problem> problems) {
      return form.read(json, at, problems);
    }

    @Override
    public Map<String, Object> schema() {
      Map<String, Object> schema = new LinkedHashMap<>();
      schema.put("const", value);
      return schema;
    }

    @Override
    public String limits() {
      return "only `" + value + "`";
    }
  }

  /** Whose value is read by itself: an object, objects by name, or a list of objects. */
  record Sections(Section section, Map<String, Object> around) implements Form<Section> {
    @Override
    public Optional<Section> read(Object json, String at, Consumer<Problem> problems) {
      throw new IllegalStateException(at + " has keys, and no value");
    }

    @Override
    public Map<String, Object> schema() {
      Map<String, Object> schema = new LinkedHashMap<>(around);
      if (around.isEmpty()) {
        schema.putAll(section.schema());
      } else {
        schema.put(
            around.containsValue("array") ? "items" : "additionalProperties", section.schema());
      }
      return schema;
    }

    @Override
    public Optional<Section> within() {
      return around.isEmpty() ? Optional.of(section) : Optional.empty();
    }
  }

  /** What has a reader of its own. */
  record Other(Map<String, Object> described) implements Form<Object> {
    @Override
    public Optional<Object> read(Object json, String at, Consumer<Problem> problems) {
      return Optional.of(json);
    }

    @Override
    public Map<String, Object> schema() {
      return new LinkedHashMap<>(described);
    }
  }
}

package io.github.dynamooutbox.aws.keys;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A key of the configuration: what it accepts, its default, and what it is for. Immutable.
 *
 * <pre>{@code
 * Key<Integer> BATCH_SIZE =
 *     Key.number("batchSize", 1, 10_000)
 *         .byDefault(500)
 *         .readBy(Key.Reader.INFRASTRUCTURE)
 *         .about("Maximum number of records in a batch of the event source mapping.");
 * }</pre>
 *
 * @param <T> the type of its values
 */
public final class Key<T> {
  /** Which part reads a key. */
  public enum Reader {
    RELAY,
    INFRASTRUCTURE,
    BOTH
  }

  private final String name;
  private final Form<T> form;
  private final @Nullable T standard;
  private final String required;
  private final Reader reader;
  private final String about;

  private Key(
      String name,
      Form<T> form,
      @Nullable T standard,
      String required,
      Reader reader,
      String about) {
    this.name = name;
    this.form = form;
    this.standard = standard;
    this.required = required;
    this.reader = reader;
    this.about = about;
  }

  private static <T> Key<T> of(String name, Form<T> form) {
    return new Key<>(name, form, null, "", Reader.RELAY, "");
  }

  /** A text of the required form. */
  public static Key<String> text(String name, TextRule rule) {
    return of(name, new Form.Text(rule));
  }

  /** The texts of a list, which must not be empty, and in which an element may occur again. */
  public static Key<List<String>> texts(String name, TextRule rule) {
    return texts(name, rule, 1);
  }

  /**
   * The same with a minimum size.
   *
   * @param least the fewest elements
   */
  public static Key<List<String>> texts(String name, TextRule rule, int least) {
    return of(name, new Form.Texts(rule, least, false));
  }

  /** The texts of a list, which must not be empty, and in which all elements are different. */
  public static Key<List<String>> differentTexts(String name, TextRule rule) {
    return of(name, new Form.Texts(rule, 1, true));
  }

  /** A whole number from {@code least} to {@code most}. */
  public static Key<Integer> number(String name, int least, int most) {
    return of(name, new Form.Whole(least, most, 1));
  }

  /** The same in steps: a multiple of {@code step}. */
  public static Key<Integer> number(String name, int least, int most, int step) {
    return of(name, new Form.Whole(least, most, step));
  }

  /** True or false. */
  public static Key<Boolean> flag(String name) {
    return of(name, new Form.Flag());
  }

  /** One of several texts. */
  public static Key<String> choice(String name, String... choices) {
    return of(name, new Form.Choice<>(List.of(choices), String.class));
  }

  /** One of several numbers. */
  public static Key<Integer> choice(String name, List<Integer> choices) {
    return of(name, new Form.Choice<>(choices, Integer.class));
  }

  /** A key with a single value, which is also its default. */
  public static Key<Object> fixed(String name, Object value) {
    return other(name, Map.of()).only(value).byDefault(value);
  }

  /** An object with keys of its own. */
  public static Key<Section> section(String name, Section section) {
    return of(name, new Form.Sections(section, Map.of())).about(section.about());
  }

  /** An object of objects, whose keys are names; at least one, and at most {@code most}. */
  public static Key<Section> named(String name, TextRule names, int most, Section section) {
    Map<String, Object> around = new LinkedHashMap<>();
    around.put("type", "object");
    around.put("minProperties", 1);
    if (most < Integer.MAX_VALUE) {
      around.put("maxProperties", most);
    }
    around.put("propertyNames", names.ofPattern());
    return of(name, new Form.Sections(section, around));
  }

  /** A list of objects, which must not be empty. */
  public static Key<Section> list(String name, Section section) {
    return of(name, new Form.Sections(section, Map.of("type", "array", "minItems", 1)));
  }

  /**
   * What has a reader of its own.
   *
   * @param schema its JSON Schema, as a value of JSON
   */
  public static Key<Object> other(String name, Map<String, Object> schema) {
    return of(name, new Form.Other(schema));
  }

  /**
   * Of all values only one is possible. It counts as read whatever the value: the reader says why
   * another one is impossible.
   */
  public Key<T> only(T value) {
    return new Key<>(name, new Form.Only<>(form, value), standard, required, reader, about);
  }

  /** What is valid if the key is absent. */
  public Key<T> byDefault(T value) {
    return new Key<>(name, form, value, required, reader, about);
  }

  /**
   * The key has to be present.
   *
   * @param what what to give, for the message if it is missing
   */
  public Key<T> required(String what) {
    return new Key<>(name, form, standard, what, reader, about);
  }

  /** Which part reads it; without this, it is the relay alone. */
  public Key<T> readBy(Reader part) {
    return new Key<>(name, form, standard, required, part, about);
  }

  /**
   * What it is for.
   *
   * @param text sentences; code in backticks and links as in Markdown
   */
  public Key<T> about(String text) {
    return new Key<>(name, form, standard, required, reader, text);
  }

  public String name() {
    return name;
  }

  public Reader reader() {
    return reader;
  }

  /** What it is for, in Markdown. */
  public String about() {
    return about;
  }

  public boolean isRequired() {
    return !required.isEmpty();
  }

  /** What to give if it is missing; empty if it is not required. */
  public String whatToGive() {
    return required;
  }

  public Optional<T> standard() {
    return Optional.ofNullable(standard);
  }

  /** What values it accepts, for people: {@code 1 to 10,000}; empty if the description says so. */
  public String limits() {
    return form.limits();
  }

  /** The keys of the object that is its value; empty for other values. */
  public Optional<Section> within() {
    return form.within();
  }

  /**
   * Reads a value.
   *
   * @param json a value of JSON: a map, a list, a text, a number, a boolean, or what stands for
   *     null
   * @param at the path of the value
   * @param problems receives what is wrong with it
   * @return empty if something is wrong
   */
  public Optional<T> read(Object json, String at, Consumer<Problem> problems) {
    return form.read(json, at, problems);
  }

  /**
   * Something that is wrong.
   *
   * @param at its path
   * @param what what is wrong, and what is valid
   */
  public record Problem(String at, String what) {}

  /** Its JSON Schema, as a value of JSON. */
  public Map<String, Object> schema() {
    Map<String, Object> schema = form.schema();
    if (!about.isEmpty()) {
      schema.put("description", plain(about));
    }
    schema.put("x-reader", reader.name().toLowerCase(Locale.ROOT));
    if (standard != null) {
      schema.put("default", Objects.requireNonNull(standard));
    }
    return schema;
  }

  /** Without Markdown. */
  static String plain(String markdown) {
    return markdown.replaceAll("\\[([^]]*)\\]\\([^)]*\\)", "$1").replace("`", "");
  }
}

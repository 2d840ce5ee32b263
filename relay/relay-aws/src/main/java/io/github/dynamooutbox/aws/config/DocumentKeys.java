package io.github.dynamooutbox.aws.config;

import static io.github.dynamooutbox.aws.keys.Key.Reader.BOTH;

import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.aws.keys.TextRule;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import java.util.Map;

/** Declares the document's sections. */
public final class DocumentKeys {
  static final TextRule TARGET_NAME =
      TextRule.of(
          "[A-Za-z0-9][A-Za-z0-9_-]{0,63}",
          "1 to 64 letters, digits, - and _, the first one a letter or digit");

  private static final String NEEDED = "the document needs this section";

  private static final Section ALL =
      Section.of(
          "One document for the relay and the infrastructure. x-reader says who reads a key: relay,"
              + " infrastructure or both.");

  static final Key<String> SCHEMA =
      ALL.add(
          Key.text("$schema", TextRule.any("a text"))
              .readBy(BOTH)
              .about("Where editors find this schema. Nothing else reads it."));

  static final Key<Section> TABLE =
      ALL.add(Key.section("table", TableReader.KEYS).required(NEEDED).readBy(BOTH));

  static final Key<Section> CONTROL_TABLE =
      ALL.add(Key.section("controlTable", ControlReader.KEYS).readBy(BOTH));

  static final Key<Section> RELAY = ALL.add(Key.section("relay", RelayReader.KEYS).readBy(BOTH));

  /** Its own keys are declared by {@link InfrastructureKeys}, which a relay never loads. */
  static final Key<Object> INFRASTRUCTURE =
      ALL.add(
          Key.other("infrastructure", Map.of("$ref", "#/$defs/infrastructure"))
              .readBy(Key.Reader.INFRASTRUCTURE));

  static final Key<Object> TARGETS =
      ALL.add(
          Key.other(
                  "targets",
                  Map.of(
                      "type",
                      "object",
                      "minProperties",
                      1,
                      "propertyNames",
                      Map.of("pattern", "^" + TARGET_NAME.pattern() + "$"),
                      "additionalProperties",
                      Map.of("$ref", "#/$defs/target")))
              .required(NEEDED)
              .readBy(BOTH)
              .about("Where events can go, by the names that routes and metrics use."));

  static final Key<Section> ROUTES =
      ALL.add(
          Key.list("routes", RouteReader.KEYS)
              .required("without a route no event is published")
              .about(
                  "Which events go where. All rules that match apply; an event that matches no rule"
                      + " is parked, or halts the relay."));

  static {
    // Without a control table nothing can be parked.
    ALL.rule("if", Map.of("not", Section.isPresent(CONTROL_TABLE)))
        .rule(
            "then",
            Map.of(
                "properties",
                Map.of(RELAY.name(), Map.of("properties", RelayReader.withoutControlTable()))));
  }

  private DocumentKeys() {}

  /** What targets of every kind have beside the keys of their kind. */
  public static Section ofEveryTarget() {
    return Section.of("").with(TargetReader.type(TargetKinds.builtIn()), TargetReader.INLINE);
  }

  /** The kinds of targets on the class path, by their types. */
  public static Map<String, TargetFactory> kinds() {
    return TargetKinds.onClassPath();
  }

  /** All sections. */
  public static Section all() {
    return ALL;
  }

  /** A section by its name, or the keys of a route by {@code routes}. */
  public static Section section(String name) {
    return name.equals(ROUTES.name())
        ? RouteReader.KEYS
        : ALL.keys().stream()
            .filter(key -> key.name().equals(name))
            .flatMap(key -> key.within().stream())
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no section " + name));
  }
}

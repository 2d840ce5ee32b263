package io.github.dynamooutbox.aws.config;

import io.github.dynamooutbox.aws.internal.json.PlainJson;
import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.relay.route.EventMetadata;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.event.ruler.JsonRuleCompiler;

/** Declares a route's event pattern, and validates it with the matcher that evaluates it. */
final class MatchReader {
  static final Section KEYS = Section.of("").rule("minProperties", 1);

  private static final Map<String, Object> CONDITIONS = Map.of("type", "array", "minItems", 1);

  /** By name. */
  private static final Map<String, Key<Object>> METADATA = new TreeMap<>();

  static {
    for (String name : EventMetadata.names()) {
      METADATA.put(
          name,
          KEYS.add(
              Key.other(name, CONDITIONS)
                  .about("Values and conditions as in EventBridge, of which one has to match.")));
    }
  }

  private static final Key<Object> HEADERS =
      KEYS.add(
          Key.other(
                  EventMetadata.HEADERS,
                  Map.of("type", "object", "minProperties", 1, "additionalProperties", CONDITIONS))
              .about("Conditions on the event's headers, by name."));

  private static final Key<Object> EITHER =
      KEYS.add(
          Key.other(
                  "$or",
                  Map.of(
                      "type", "array", "minItems", 2, "items", Map.of("$ref", "#/$defs/pattern")))
              .about("Alternatives, of which one has to match."));

  static {
    METADATA.put(HEADERS.name(), HEADERS);
  }

  private MatchReader() {}

  /** The pattern as JSON. */
  static String read(JsonFields match) {
    String pattern = PlainJson.text(match.json());
    if (match.names().isEmpty()) {
      match.problemHere("is empty; to match every event, leave it out");
      return pattern;
    }
    if (wellFormed(match)) {
      // The matcher's message ends with a position that means nothing to the reader of the pattern.
      String problem = JsonRuleCompiler.check(pattern);
      if (problem != null) {
        match.problemHere("not an event pattern: " + problem.lines().findFirst().orElse(""));
      }
    }
    return pattern;
  }

  private static boolean wellFormed(JsonFields match) {
    boolean wellFormed = true;
    for (String name : match.names()) {
      Key<Object> key = METADATA.get(name);
      if (name.equals(EITHER.name())) {
        wellFormed &= alternatives(match);
      } else if (key == HEADERS) {
        wellFormed &= match.object(HEADERS).filter(MatchReader::lists).isPresent();
      } else if (key != null) {
        wellFormed &= match.elements(key).isPresent();
      } else {
        match.problemAt(
            match.path(name), "no such metadata; " + Problems.hint(name, METADATA.keySet()));
        wellFormed = false;
      }
    }
    return wellFormed;
  }

  private static boolean lists(JsonFields headers) {
    boolean lists = true;
    for (String name : headers.names()) {
      lists &= headers.elements(Key.other(name, CONDITIONS)).isPresent();
    }
    return lists;
  }

  private static boolean alternatives(JsonFields match) {
    List<JsonFields> alternatives = match.objects(EITHER);
    boolean wellFormed =
        match.json().get(EITHER.name()) instanceof List<?> all
            && !all.isEmpty()
            && all.size() == alternatives.size();
    for (JsonFields alternative : alternatives) {
      wellFormed &= wellFormed(alternative);
    }
    return wellFormed;
  }
}

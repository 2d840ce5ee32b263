package io.github.dynamooutbox.aws.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.relay.route.EventMetadata;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.event.ruler.JsonRuleCompiler;

/** Validates a route's event pattern with the matcher that evaluates it. */
final class MatchReader {
  private static final String HEADERS = EventMetadata.HEADERS;
  private static final String EITHER = "$or";

  private static final Set<String> METADATA =
      Stream.concat(EventMetadata.names().stream(), Stream.of(HEADERS))
          .collect(Collectors.toUnmodifiableSet());

  private MatchReader() {}

  /** The pattern as JSON. */
  static String read(JsonFields match) {
    String pattern = match.json();
    if (match.names().isEmpty()) {
      match.problemHere("is empty; to match every event, leave it out");
      return pattern;
    }
    if (wellFormed(match)) {
      // The matcher's message ends with a position that means nothing to the reader of the pattern.
      String mistake = JsonRuleCompiler.check(pattern);
      if (mistake != null) {
        match.problemHere("not an event pattern: " + mistake.lines().findFirst().orElse(""));
      }
    }
    return pattern;
  }

  private static boolean wellFormed(JsonFields match) {
    boolean wellFormed = true;
    for (String name : match.names()) {
      if (name.equals(EITHER)) {
        wellFormed &= alternatives(match);
      } else if (name.equals(HEADERS)) {
        wellFormed &= match.object(HEADERS).filter(MatchReader::lists).isPresent();
      } else if (METADATA.contains(name)) {
        wellFormed &= match.list(name).isPresent();
      } else {
        match.problem(name, "no such metadata; " + Problems.hint(name, METADATA));
        wellFormed = false;
      }
    }
    return wellFormed;
  }

  private static boolean lists(JsonFields headers) {
    boolean lists = true;
    for (String name : headers.names()) {
      lists &= headers.list(name).isPresent();
    }
    return lists;
  }

  private static boolean alternatives(JsonFields match) {
    boolean wellFormed = true;
    List<JsonNode> alternatives = match.list(EITHER).orElse(List.of());
    for (int i = 0; i < alternatives.size(); i++) {
      wellFormed &=
          match
              .object(match.path(EITHER) + "[" + i + "]", alternatives.get(i))
              .map(MatchReader::wellFormed)
              .orElse(false);
    }
    return wellFormed && !alternatives.isEmpty();
  }
}

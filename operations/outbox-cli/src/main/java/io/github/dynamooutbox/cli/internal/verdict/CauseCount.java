package io.github.dynamooutbox.cli.internal.verdict;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Counts;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How often a target or the relay said the same about parked events.
 *
 * @param message one of its messages; those of other events may differ
 * @param types events by their type; {@code ?} for what cannot be read
 */
public record CauseCount(String code, String message, Map<String, Long> types) {
  public CauseCount {
    types = Map.copyOf(types);
  }

  /** How many events it is the cause of. */
  public long events() {
    return types.values().stream().mapToLong(Long::longValue).sum();
  }

  /** In a line. */
  String text() {
    String each =
        new TreeMap<>(types)
            .entrySet().stream()
                .map(type -> "%s %,d".formatted(type.getKey(), type.getValue()))
                .collect(Collectors.joining(", "));
    return "%s: %s (%s): %s".formatted(code, Counts.of(events(), "event"), each, message);
  }

  void write(ObjectNode node) {
    node.put("code", code).put("message", message).put("events", events());
    ObjectNode all = node.putObject("types");
    new TreeMap<>(types).forEach(all::put);
  }
}

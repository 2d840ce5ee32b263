package io.github.dynamooutbox.localaws.mapping;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import software.amazon.event.ruler.Machine;

/** Filter criteria: a record passes if one of the patterns matches it, or if there is none. */
final class RecordFilter {
  private final List<String> patterns;
  private final Machine machine = Machine.builder().build();

  private RecordFilter(List<String> patterns) {
    this.patterns = patterns;
    for (int i = 0; i < patterns.size(); i++) {
      try {
        machine.addRule("filter-" + i, patterns.get(i));
      } catch (Exception e) {
        throw new IllegalArgumentException("Invalid event pattern: " + patterns.get(i), e);
      }
    }
  }

  /** Everything passes. */
  static RecordFilter none() {
    return new RecordFilter(List.of());
  }

  /**
   * This filter with one more pattern.
   *
   * @throws IllegalArgumentException if it is not a valid event pattern
   */
  RecordFilter or(String pattern) {
    List<String> more = new ArrayList<>(patterns);
    more.add(pattern);
    return new RecordFilter(List.copyOf(more));
  }

  boolean passes(byte[] recordJson) {
    if (patterns.isEmpty()) {
      return true;
    }
    try {
      return !machine.rulesForJSONEvent(new String(recordJson, StandardCharsets.UTF_8)).isEmpty();
    } catch (Exception e) {
      throw new IllegalStateException("The matcher refused a record of the stream", e);
    }
  }
}

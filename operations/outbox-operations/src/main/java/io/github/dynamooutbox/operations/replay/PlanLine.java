package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.format.RecordKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A record of the plan.
 *
 * @param targets the indexes of the events that each target gets
 * @param archived these events as lines of an archive; empty if the record is in the table
 */
record PlanLine(RecordKey record, Map<String, Set<Integer>> targets, List<String> archived) {
  PlanLine {
    targets = new TreeMap<>(targets);
    archived = List.copyOf(archived);
  }

  /** A record that is in the table. */
  PlanLine(RecordKey record, Map<String, Set<Integer>> targets) {
    this(record, targets, List.of());
  }

  /** The number of events, counted once for each target. */
  int events() {
    return targets.values().stream().mapToInt(Set::size).sum();
  }
}

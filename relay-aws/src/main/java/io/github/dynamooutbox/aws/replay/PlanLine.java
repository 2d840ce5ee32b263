package io.github.dynamooutbox.aws.replay;

import io.github.dynamooutbox.format.RecordKey;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A record of the plan.
 *
 * @param targets the indexes of the events that each target gets
 */
record PlanLine(RecordKey record, Map<String, Set<Integer>> targets) {
  PlanLine {
    targets = new TreeMap<>(targets);
  }

  /** Events, once for each target. */
  int events() {
    return targets.values().stream().mapToInt(Set::size).sum();
  }
}

package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.operations.replay.ReplayPlan.LaneAgain;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Decides which events of an aggregate are published to which target: those that are missing and,
 * for ordered targets, those that were accepted after them, too. Records are added in order. Not
 * thread-safe.
 */
final class LanePlan {
  private final List<String> targets;
  private final Planner plan;
  private final Map<String, Lane> lanes = new TreeMap<>();
  private String partition = "";

  /**
   * @param targets the targets in the order of their bits
   */
  LanePlan(List<String> targets, Planner plan) {
    this.targets = targets;
    this.plan = plan;
  }

  /**
   * Plans a record.
   *
   * @param missing for each event, the targets that need it
   * @param accepted for each event, the targets that have it
   */
  void add(ReadEvents.Line record, long[] missing, long[] accepted) {
    if (!record.key().partition().equals(partition)) {
      end();
      partition = record.key().partition();
    }
    Map<String, Set<Integer>> due = new TreeMap<>();
    for (int index = 0; index < record.events(); index++) {
      for (int bit = 0; bit < targets.size(); bit++) {
        boolean isMissing = (missing[index] & 1L << bit) != 0;
        boolean isAccepted = (accepted[index] & 1L << bit) != 0;
        String target = targets.get(bit);
        if (isMissing && !lanes.containsKey(target)) {
          lanes.put(target, new Lane(target, record));
        }
        Lane lane = lanes.get(target);
        if (lane != null && lane.takes(isMissing, isAccepted)) {
          due.computeIfAbsent(target, any -> new TreeSet<>()).add(index);
        }
      }
    }
    plan.add(new PlanLine(record.key(), due));
  }

  /** Ends the aggregate, which has no more records. */
  void end() {
    lanes.values().forEach(Lane::end);
    lanes.clear();
  }

  /** One aggregate's events for one target, from the first missing one on. */
  private final class Lane {
    private final String target;
    private final String aggregate;
    private final String first;
    private final boolean isFree;
    private long again;

    private Lane(String target, ReadEvents.Line first) {
      this.target = target;
      this.aggregate = first.aggregate();
      this.first = first.key().sort();
      isFree = plan.isFree(target, aggregate);
    }

    private boolean takes(boolean isMissing, boolean isAccepted) {
      boolean isAgain = !isMissing && isAccepted && plan.isOrdered(target);
      if (isFree && isAgain) {
        again++;
      }
      return isFree && (isMissing || isAgain);
    }

    private void end() {
      if (again > 0) {
        plan.again(new LaneAgain(target, aggregate, first, again));
      }
    }
  }
}

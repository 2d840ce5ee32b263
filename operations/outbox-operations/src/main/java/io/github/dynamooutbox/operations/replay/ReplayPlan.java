package io.github.dynamooutbox.operations.replay;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A summary of what a replay is going to publish. What exactly, and in which order, is in a file of
 * its directory.
 *
 * @param directory where the plan is
 * @param records how many records it has
 * @param targets the events for each target, by name
 * @param again lanes in which later events were already published, so that they are published again
 *     from the first missing one on; the first {@link #LISTED} of them
 * @param lanesAgain how many such lanes there are
 * @param waiting lanes that are left out because something is parked in them, or in the backlog
 *     that they belong to: redrive that first; the first {@link #LISTED} of them
 * @param lanesWaiting how many such lanes there are
 * @param gone events whose record is not in the table any more, counted once for each target
 * @param notConfigured events for targets that the configuration does not have, or for none
 */
public record ReplayPlan(
    Path directory,
    long records,
    Map<String, Amount> targets,
    List<LaneAgain> again,
    long lanesAgain,
    List<LaneWaiting> waiting,
    long lanesWaiting,
    long gone,
    long notConfigured) {
  /** How many lanes are listed. */
  public static final int LISTED = 1_000;

  public ReplayPlan {
    targets = Map.copyOf(targets);
    again = List.copyOf(again);
    waiting = List.copyOf(waiting);
  }

  /**
   * Events of a target.
   *
   * @param events how many will be published
   * @param again how many of them it has accepted before
   */
  public record Amount(long events, long again) {}

  /**
   * A lane whose later events are published again.
   *
   * @param aggregate {@code type#id}
   * @param from sort key of the record with the first missing event
   * @param events how many of its events were accepted before
   */
  public record LaneAgain(String target, String aggregate, String from, long events) {}

  /** A lane in which something is parked. */
  public record LaneWaiting(String target, String aggregate) {}

  /** Events that will be published, counted once for each target. */
  public long events() {
    return targets.values().stream().mapToLong(Amount::events).sum();
  }

  /** Whether there is nothing to publish. */
  public boolean isEmpty() {
    return records == 0;
  }
}

package io.github.dynamooutbox.aws.replay;

import java.util.Map;

/**
 * What sending abandoned batches would do.
 *
 * @param batches how many batches
 * @param targets how many events for each target, by name
 * @param known deliveries that are left out, because the target has the event, it is parked, or an
 *     operator has taken it out
 * @param behind deliveries that are parked, because something is parked before them
 * @param late lanes of ordered targets to which later events were published already
 * @param unroutable events that no rule takes: they are parked
 * @param unreadable records that cannot be decoded: they are parked
 */
public record FailedBatchPlan(
    int batches,
    Map<String, Long> targets,
    long known,
    long behind,
    long late,
    long unroutable,
    long unreadable) {
  public FailedBatchPlan {
    targets = Map.copyOf(targets);
  }

  /** Events that would be sent or parked, once for each target. */
  public long events() {
    return targets.values().stream().mapToLong(count -> count).sum() + unroutable + unreadable;
  }
}

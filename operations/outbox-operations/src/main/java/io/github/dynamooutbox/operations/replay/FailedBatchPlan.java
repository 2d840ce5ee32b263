package io.github.dynamooutbox.operations.replay;

import java.util.Map;

/**
 * What would happen if abandoned batches were sent.
 *
 * @param batches how many batches
 * @param targets number of events for each target, by name
 * @param known deliveries that would be left out, because the target has the event, it is parked,
 *     or an operator has taken it out
 * @param behind deliveries that would be parked, because something is parked before them
 * @param late lanes of ordered targets to which later events were published already
 * @param unroutable events that no rule matches, which would be parked
 * @param unreadable records that cannot be decoded, which would be parked
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

  /** Events that would be sent or parked, counted once for each target. */
  public long events() {
    return targets.values().stream().mapToLong(count -> count).sum() + unroutable + unreadable;
  }
}

package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Optional;
import java.util.Set;

/**
 * What to redrive: events that are parked for one of these reasons, and those behind them.
 *
 * @param reasons why they are parked; {@link ParkReason#BEHIND} is not a reason of its own
 * @param target only what is parked for this target, or {@link LaneKey#ALL_TARGETS}; empty for any
 * @param aggregate only this aggregate, as {@code type#id}; empty for any
 */
public record RedriveOrder(
    Set<ParkReason> reasons, Optional<String> target, Optional<String> aggregate) {

  /** What may be published later without anyone's intervention; for schedules. */
  public static final RedriveOrder BLOCKED = of(Set.of(ParkReason.BLOCKED));

  public RedriveOrder {
    reasons = Set.copyOf(reasons);
    if (reasons.contains(ParkReason.BEHIND)) {
      throw new IllegalArgumentException(
          "reasons: BEHIND is not a reason of its own: name that of the event before it");
    }
  }

  /** Everything that is parked for these reasons. */
  public static RedriveOrder of(Set<ParkReason> reasons) {
    return new RedriveOrder(reasons, Optional.empty(), Optional.empty());
  }

  /**
   * Whether a queue may hold something of it, and the reason of the queue's first event is among
   * these.
   */
  public boolean includes(QueueSummary queue) {
    return concerns(queue.queue()) && reasons.contains(queue.reason());
  }

  /** Whether a queue may hold something of it. */
  boolean concerns(QueueName queue) {
    return target.map(queue.target()::equals).orElse(true)
        && aggregate.map(queue::mayHold).orElse(true);
  }
}

package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
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
 * @param singles of the single events of targets without an order only these; empty for any. A lane
 *     is always published from its first event on
 */
public record RedriveOrder(
    Set<ParkReason> reasons,
    Optional<String> target,
    Optional<String> aggregate,
    Optional<Set<ParkedEvent.Place>> singles) {

  /** What may be published later without anyone's intervention; for schedules. */
  public static final RedriveOrder BLOCKED = of(Set.of(ParkReason.BLOCKED));

  public RedriveOrder {
    reasons = Set.copyOf(reasons);
    singles = singles.map(Set::copyOf);
    if (reasons.contains(ParkReason.BEHIND)) {
      throw new IllegalArgumentException(
          "reasons: BEHIND is not a reason of its own: name that of the event before it");
    }
  }

  /** With any single events. */
  public RedriveOrder(
      Set<ParkReason> reasons, Optional<String> target, Optional<String> aggregate) {
    this(reasons, target, aggregate, Optional.empty());
  }

  /** The same with only these single events. */
  public RedriveOrder onlySingles(Set<ParkedEvent.Place> places) {
    return new RedriveOrder(reasons, target, aggregate, Optional.of(places));
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

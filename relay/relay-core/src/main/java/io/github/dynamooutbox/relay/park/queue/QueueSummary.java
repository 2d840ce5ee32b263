package io.github.dynamooutbox.relay.park.queue;

import io.github.dynamooutbox.relay.park.ParkReason;
import java.time.Instant;
import java.util.Map;

/**
 * A queue that is held or being closed.
 *
 * @param since when it was first held
 * @param oldest no event in it was parked before
 * @param counts events by their reason; too high after a crash or a lost answer, until the queue is
 *     released, and never decisive
 */
public record QueueSummary(
    QueueName queue,
    QueueState state,
    Instant since,
    Instant oldest,
    Map<ParkReason, Long> counts) {
  public QueueSummary {
    counts = Map.copyOf(counts);
  }

  /** Why the first of its events is parked, for which those behind it wait. */
  public ParkReason reason() {
    return counts.entrySet().stream()
        .filter(
            each -> each.getKey() != ParkReason.BEHIND && each.getValue() > 0 && !queue.isBacklog())
        .map(Map.Entry::getKey)
        .min(ParkReason::compareTo)
        .orElse(ParkReason.BLOCKED);
  }
}

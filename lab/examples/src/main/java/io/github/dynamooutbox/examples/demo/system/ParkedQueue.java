package io.github.dynamooutbox.examples.demo.system;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import java.util.Map;

/**
 * A queue that holds parked events.
 *
 * @param reason why its first event is parked
 * @param events number of events that it holds
 */
public record ParkedQueue(QueueName queue, ParkReason reason, long events) {
  static ParkedQueue of(QueueSummary summary) {
    ParkReason reason =
        summary.counts().entrySet().stream()
            .filter(each -> each.getKey() != ParkReason.BEHIND && each.getValue() > 0)
            .map(Map.Entry::getKey)
            .min(ParkReason::compareTo)
            .orElse(ParkReason.BLOCKED);
    long events = summary.counts().values().stream().mapToLong(Long::longValue).sum();
    return new ParkedQueue(summary.queue(), reason, events);
  }

  /**
   * Name for display: a queue holds the backlog of a sixteenth of all aggregates, or of a single
   * one.
   */
  public String name() {
    return queue.fold(
        part -> "backlog, part %02d".formatted(part.part()),
        lane -> lane.lane().aggregate(),
        single -> "single, part %02d".formatted(single.part()));
  }
}

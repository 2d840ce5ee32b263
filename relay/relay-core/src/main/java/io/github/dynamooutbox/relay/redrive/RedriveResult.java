package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import java.util.HashMap;
import java.util.Map;

/**
 * What a redrive has done.
 *
 * @param published accepted events, counted once for each target
 * @param moved events that were moved from a backlog to the queue of a closed lane
 * @param released queues that are empty now, so that live events pass
 * @param stuck queues that still hold something that was not published, and why; at most 100
 * @param unfinished queues that were left because time was up or their target is down
 * @param busy parts that another redrive has leased, which were left alone
 */
public record RedriveResult(
    long published,
    long moved,
    int released,
    Map<QueueName, Why> stuck,
    int unfinished,
    Map<Integer, Lease> busy) {
  private static final int MOST_STUCK = 100;

  /**
   * Why something was not published.
   *
   * @param code the service's error code, or one of this library
   * @param message what happened, without payload
   */
  public record Why(String code, String message) {}

  /** The result of a redrive that did nothing. */
  public static final RedriveResult NOTHING = new RedriveResult(0, 0, 0, Map.of(), 0, Map.of());

  public RedriveResult {
    stuck = Map.copyOf(stuck);
    busy = Map.copyOf(busy);
  }

  /** Adds two results up. */
  public RedriveResult plus(RedriveResult other) {
    return new RedriveResult(
        published + other.published,
        moved + other.moved,
        released + other.released,
        other.stuck.isEmpty() ? stuck : bothStuck(other),
        unfinished + other.unfinished,
        other.busy.isEmpty() ? busy : bothBusy(other));
  }

  private Map<QueueName, Why> bothStuck(RedriveResult other) {
    Map<QueueName, Why> both = new HashMap<>(stuck);
    other.stuck.forEach(
        (queue, why) -> {
          if (both.size() < MOST_STUCK) {
            both.put(queue, why);
          }
        });
    return both;
  }

  private Map<Integer, Lease> bothBusy(RedriveResult other) {
    Map<Integer, Lease> both = new HashMap<>(busy);
    both.putAll(other.busy);
    return both;
  }
}

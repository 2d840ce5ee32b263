package io.github.dynamooutbox.relay.park.queue;

import io.github.dynamooutbox.relay.park.BlockedAfter;
import java.util.Optional;

/**
 * What is parked, and where.
 *
 * @param queues the queues, if anything is parked
 * @param parksPoison whether events that can never be published are parked; if not, the relay halts
 *     there
 * @param blockedAfter when events that could be published later are parked; empty if never
 */
public record ParkingPolicy(
    Optional<QueueTable> queues, boolean parksPoison, Optional<BlockedAfter> blockedAfter) {
  public ParkingPolicy {
    if (queues.isEmpty() && (parksPoison || blockedAfter.isPresent())) {
      throw new IllegalArgumentException("parking needs queues of parked events");
    }
  }

  /** Nothing is parked: the relay halts at what it cannot publish. */
  public static ParkingPolicy halt() {
    return new ParkingPolicy(Optional.empty(), false, Optional.empty());
  }
}

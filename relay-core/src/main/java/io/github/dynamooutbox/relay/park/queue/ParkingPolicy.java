package io.github.dynamooutbox.relay.park.queue;

import io.github.dynamooutbox.relay.park.BlockedAfter;
import java.util.Optional;

/**
 * What is parked, and where.
 *
 * @param queues where, if anywhere
 * @param parksPoison whether what can never be published is parked; if not, the relay halts there
 * @param blockedAfter when what may be published later is parked; empty: never
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

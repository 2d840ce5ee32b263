package io.github.dynamooutbox.relay.park;

import java.util.Optional;

/**
 * What is parked, and where.
 *
 * @param lot where, if anywhere
 * @param parksPoison whether what can never be published is parked; if not, the relay halts there
 * @param blockedAfter when what may be published later is parked; empty: never
 */
public record ParkingPolicy(
    Optional<ParkingLot> lot, boolean parksPoison, Optional<BlockedAfter> blockedAfter) {
  public ParkingPolicy {
    if (lot.isEmpty() && (parksPoison || blockedAfter.isPresent())) {
      throw new IllegalArgumentException("parking needs a parking lot");
    }
  }

  /** Nothing is parked: the relay halts at what it cannot publish. */
  public static ParkingPolicy halt() {
    return new ParkingPolicy(Optional.empty(), false, Optional.empty());
  }
}

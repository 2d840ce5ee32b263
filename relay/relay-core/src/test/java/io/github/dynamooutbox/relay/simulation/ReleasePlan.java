package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.park.BlockedAfter;
import java.time.Duration;
import java.util.Optional;

/** What a release's configuration says, besides its routes. */
record ReleasePlan(
    Policy policy, Optional<Duration> blockedAfter, int windowEvents, long windowBytes) {

  Optional<BlockedAfter> blocked() {
    return blockedAfter.map(down -> new BlockedAfter(down, down.multipliedBy(2)));
  }

  /** What the relay does with what it cannot publish. */
  enum Policy {
    HALT,
    PARK,
    PARK_BLOCKED_ONLY
  }

  static ReleasePlan first(Dice dice, int scale, double halts) {
    Policy policy =
        dice.chance(halts)
            ? Policy.HALT
            : dice.chance(0.15) ? Policy.PARK_BLOCKED_ONLY : Policy.PARK;
    return of(policy, dice, scale);
  }

  /** What may follow: all but giving up a parking lot, in which lanes may be closed. */
  ReleasePlan next(Dice dice, int scale) {
    if (dice.chance(0.4)) {
      return this;
    }
    boolean hasLot = policy != Policy.HALT || dice.chance(0.7);
    Policy later =
        hasLot ? (dice.chance(0.15) ? Policy.PARK_BLOCKED_ONLY : Policy.PARK) : Policy.HALT;
    return of(later, dice, scale);
  }

  private static ReleasePlan of(Policy policy, Dice dice, int scale) {
    Optional<Duration> blockedAfter =
        policy == Policy.PARK_BLOCKED_ONLY || (policy == Policy.PARK && dice.chance(0.6))
            ? Optional.of(Duration.ofSeconds((long) scale * dice.skewed(1, 240)))
            : Optional.empty();
    return new ReleasePlan(
        policy,
        blockedAfter,
        dice.chance(0.4) ? dice.skewed(1, 30) : 10_000,
        dice.chance(0.2) ? dice.skewed(500, 20_000) : 32L << 20);
  }
}

package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.park.BlockedAfter;
import java.time.Duration;
import java.time.Instant;

/**
 * Selects the deliveries whose records the stream may trim before their target accepts them: the
 * shard is not catching up, and they have failed or waited in vain. Confined to the relay's event
 * loop.
 */
record NearTrim(LaneContext context) {
  /** Deliveries to a target that keeps up do not wait this long. */
  private static final Duration IN_VAIN = Duration.ofSeconds(30);

  boolean includes(Delivery delivery) {
    Instant now = context.clock().instant();
    return context.lateness().isHopeless()
        && !now.isBefore(delivery.createdAt().plus(BlockedAfter.BACKSTOP))
        && (delivery.failure().isPresent()
            || !now.isBefore(delivery.readySince(now).plus(IN_VAIN)));
  }
}

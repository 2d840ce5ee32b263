package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.park.BlockedAfter;
import java.time.Duration;
import java.time.Instant;

/**
 * Which deliveries the stream may trim before their target takes them: the shard does not catch up,
 * and they have failed, or waited in vain. Belongs to the relay's loop.
 */
record NearTrim(LaneContext context) {
  /** What a target takes that is not the one to wait for has not waited so long. */
  private static final Duration IN_VAIN = Duration.ofSeconds(30);

  boolean includes(Delivery delivery) {
    Instant now = context.clock().instant();
    return context.lateness().isHopeless()
        && !now.isBefore(delivery.createdAt().plus(BlockedAfter.BACKSTOP))
        && (delivery.failure().isPresent()
            || !now.isBefore(delivery.readySince(now).plus(IN_VAIN)));
  }
}

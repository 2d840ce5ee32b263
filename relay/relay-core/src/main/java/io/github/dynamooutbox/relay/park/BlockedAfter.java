package io.github.dynamooutbox.relay.park;

import io.github.dynamooutbox.format.DurationText;
import java.time.Duration;

/**
 * When events that could be published later are parked. The age of an event says nothing about its
 * target: a backlog of any age is published if its target accepts it.
 *
 * @param targetDown how long a target must have accepted nothing, in several attempts, to count as
 *     down; its events are then parked while other targets continue
 * @param stuck how long one event must have failed at a target that accepts most others
 */
public record BlockedAfter(Duration targetDown, Duration stuck) {
  /**
   * How old an event may become, by its writer's clock, before it is parked if its target does not
   * accept it, even where nothing else waits: DynamoDB keeps a stream's records for 24 hours.
   */
  public static final Duration BACKSTOP = Duration.ofHours(20);

  /** A target counts as down after one minute, an event as stuck after five. */
  public static final BlockedAfter DEFAULT =
      new BlockedAfter(Duration.ofMinutes(1), Duration.ofMinutes(5));

  public BlockedAfter {
    if (targetDown.isNegative() || targetDown.isZero() || stuck.isNegative() || stuck.isZero()) {
      throw new IllegalArgumentException(
          "blocked after %s (target down) and %s (stuck): both must be positive"
              .formatted(DurationText.of(targetDown), DurationText.of(stuck)));
    }
  }
}

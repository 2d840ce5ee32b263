package io.github.dynamooutbox.relay.park;

import java.time.Duration;

/**
 * When events are parked that can be published later. How old an event is says nothing about its
 * target: a backlog of any age at a target that accepts is published.
 *
 * @param targetDown how long a target must have accepted nothing, in several attempts, to count as
 *     down; what it cannot take is then parked while other targets go on
 * @param stuck how long one event must have failed at a target that accepts most others
 */
public record BlockedAfter(Duration targetDown, Duration stuck) {
  /**
   * How old an event may become, by its writer's clock, before it is parked if its target does not
   * take it, even where nothing else waits: DynamoDB keeps a stream's records for 24 hours.
   */
  public static final Duration BACKSTOP = Duration.ofHours(20);

  /** One minute, and five. */
  public static final BlockedAfter DEFAULT =
      new BlockedAfter(Duration.ofMinutes(1), Duration.ofMinutes(5));

  public BlockedAfter {
    if (targetDown.isNegative() || targetDown.isZero() || stuck.isNegative() || stuck.isZero()) {
      throw new IllegalArgumentException(
          "blocked after %s (target down) and %s (stuck): both must be positive"
              .formatted(targetDown, stuck));
    }
  }
}

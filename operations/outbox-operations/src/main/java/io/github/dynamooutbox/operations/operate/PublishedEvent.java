package io.github.dynamooutbox.operations.operate;

import java.time.Duration;
import java.time.Instant;

/**
 * An event that a target has accepted, according to its receipt.
 *
 * @param target the target's name
 * @param at when the relay wrote the receipt, within seconds after the target had accepted it
 * @param committed when it was committed, by its writer's clock just before the commit
 */
public record PublishedEvent(String target, Instant at, Instant committed) {
  /** How old the event was by then; never negative, whatever the two clocks say. */
  public Duration age() {
    Duration age = Duration.between(committed, at);
    return age.isNegative() ? Duration.ZERO : age;
  }
}

package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.internal.circuit.CircuitPolicy;
import java.util.Optional;

/**
 * Counts the deliveries that a target accepted at their first attempt, and those that it did not.
 * Distinguishes a stuck event from a failing target: further attempts do not count, so that a few
 * events that always fail do not make the target look bad.
 */
final class FirstAttempts {
  /** The counts at one moment. */
  record Counts(long accepted, long failed) {}

  private long accepted;
  private long failed;

  void accepted() {
    accepted++;
  }

  void failed() {
    failed++;
  }

  Counts now() {
    return new Counts(accepted, failed);
  }

  /**
   * Whether the target has accepted most others since then; empty if there were too few to tell.
   */
  Optional<Boolean> mostAcceptedSince(Counts then) {
    long yes = accepted - then.accepted;
    long no = failed - then.failed;
    return yes + no >= CircuitPolicy.ENOUGH_OTHERS ? Optional.of(yes > no) : Optional.empty();
  }
}

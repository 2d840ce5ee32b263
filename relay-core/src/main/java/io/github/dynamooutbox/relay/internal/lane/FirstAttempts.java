package io.github.dynamooutbox.relay.internal.lane;

import java.util.Optional;

/**
 * How many deliveries a target accepted at their first attempt, and how many not. Tells an event
 * that is stuck from a target that is: repeated attempts count for nothing, so that a few events
 * that fail for ever do not make a target look bad.
 */
final class FirstAttempts {
  /** The counts at one moment. */
  record Counts(long accepted, long failed) {}

  /** Fewer say nothing: a target that accepts one in a hundred may accept the last of a batch. */
  private static final int ENOUGH = 5;

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

  /** Whether the target has accepted most others since then; empty: too few to tell. */
  Optional<Boolean> mostAcceptedSince(Counts then) {
    long yes = accepted - then.accepted;
    long no = failed - then.failed;
    return yes + no >= ENOUGH ? Optional.of(yes > no) : Optional.empty();
  }
}

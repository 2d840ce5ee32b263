package io.github.dynamooutbox.relay.internal.circuit;

import io.github.dynamooutbox.relay.loop.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * When a target counts as down, what shows that it is not, and how often it is tried meanwhile: for
 * the relay's circuits, and for a redrive, which has less time.
 *
 * @param openAfter how long a target must have accepted nothing before its circuit opens
 * @param probes what is added to the minimum pause before a probe
 */
public record CircuitPolicy(Duration openAfter, Backoff probes) {
  /**
   * So many failures in a row, with nothing accepted in between, are no accident: of requests to a
   * target, of pages of a redrive, of the attempts to publish one event.
   */
  public static final int FAILURES = 3;

  /** Fewer answers of others prove nothing: one in a hundred may be the last of a batch. */
  public static final int ENOUGH_OTHERS = 5;

  /** A saved failure that was not renewed for this long says nothing about the present. */
  static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(10);

  /**
   * A failure is saved once it has lasted this long, or at the end of a run: a target that
   * throttles fails and recovers many times a second.
   */
  static final Duration SAVED_AFTER = Duration.ofSeconds(5);

  /** The longest pause between attempts once the time is over after which a circuit may open. */
  private static final Duration LAST_PAUSE = Duration.ofSeconds(5);

  private static final Duration LEAST_PROBE_PAUSE = Duration.ofSeconds(5);
  private static final Duration MOST_PROBE_PAUSE = Duration.ofSeconds(30);

  static CircuitPolicy of(Duration openAfter, RandomGenerator random) {
    return new CircuitPolicy(
        openAfter,
        new Backoff(LEAST_PROBE_PAUSE, MOST_PROBE_PAUSE.minus(LEAST_PROBE_PAUSE), random));
  }

  /** Whether so many failures since then open the circuit. */
  boolean opens(int failures, Instant since, Instant now) {
    return failures >= FAILURES && hasFailedForLong(since, now);
  }

  boolean hasFailedForLong(Instant since, Instant now) {
    return !now.isBefore(since.plus(openAfter));
  }

  /** A request that hangs for long counts as two: a lone lane has no time for a third one. */
  int failuresOf(Duration request) {
    return request.compareTo(openAfter.dividedBy(FAILURES)) < 0 ? 1 : 2;
  }

  /**
   * The pause before a probe. It is at least as long as the last request took: a batch may wait for
   * a probe that hangs, and other work needs at least as much time as that.
   *
   * @param probesFailed how many have failed so far, from 1
   */
  Duration probePause(int probesFailed, Duration lastRequest) {
    Duration pause = LEAST_PROBE_PAUSE.plus(probes.delayAfter(probesFailed));
    return pause.compareTo(lastRequest) < 0 ? lastRequest : pause;
  }

  /**
   * The pause before the next attempt while it is to be found out whether a target is down: short
   * enough for one attempt more than it takes.
   */
  Duration failingPause(Duration usual, Instant since, Instant now) {
    Duration left = Duration.between(now, since.plus(openAfter));
    Duration soon = left.compareTo(LAST_PAUSE) < 0 ? LAST_PAUSE : left;
    return Collections.min(List.of(usual, openAfter.dividedBy(FAILURES + 1), soon));
  }
}

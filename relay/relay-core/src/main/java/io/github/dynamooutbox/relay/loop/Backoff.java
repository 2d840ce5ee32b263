package io.github.dynamooutbox.relay.loop;

import io.github.dynamooutbox.format.DurationText;
import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;

/**
 * Full-jitter exponential backoff: after attempt n, a random time between zero and {@code base *
 * 2^(n-1)}, at most {@code cap}, uniformly distributed.
 *
 * @param base upper bound after the first attempt
 * @param cap upper bound after any attempt
 * @param random source of the jitter
 */
public record Backoff(Duration base, Duration cap, RandomGenerator random) {
  /** The base unless another one is set. */
  public static final Duration DEFAULT_BASE = Duration.ofMillis(50);

  /** The cap unless another one is set. */
  public static final Duration DEFAULT_CAP = Duration.ofSeconds(5);

  private static final int MAX_DOUBLINGS = 30;

  public Backoff {
    if (base.isNegative() || base.isZero() || cap.compareTo(base) < 0) {
      throw new IllegalArgumentException(
          "backoff: base %s must be positive and not above cap %s"
              .formatted(DurationText.of(base), DurationText.of(cap)));
    }
  }

  /** With a source of its own, which any thread may use. */
  public Backoff(Duration base, Duration cap) {
    // The platform's default generator is looked up among services: 30 ms of a cold start.
    this(base, cap, new Random());
  }

  /** With the default base and cap. */
  public static Backoff standard() {
    return new Backoff(DEFAULT_BASE, DEFAULT_CAP);
  }

  /**
   * Returns the delay before the next attempt.
   *
   * @param attempts number of attempts so far, from 1
   */
  public Duration delayAfter(int attempts) {
    int doublings = Math.min(Math.max(attempts, 1) - 1, MAX_DOUBLINGS);
    long bound = cap.toNanos();
    long grown = base.toNanos() << doublings;
    if (grown > 0 && grown >> doublings == base.toNanos()) {
      bound = Math.min(bound, grown);
    }
    return Duration.ofNanos(random.nextLong(bound + 1));
  }
}

package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.DurationText;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Number of attempts and delays for commits that DynamoDB refuses because of throttling or a
 * conflict with another transaction, or whose answer is lost. Immutable.
 *
 * <p>Each delay is random ("full jitter"), between zero and a bound that doubles with each attempt.
 * All attempts of a commit are the same request with the same token, which DynamoDB remembers for
 * 10 minutes, so the delays must stay below 5 minutes in total.
 *
 * @param attempts maximum number of attempts, 1 or more
 * @param firstPause bound of the first delay
 * @param longestPause maximum bound
 */
public record CommitRetry(int attempts, Duration firstPause, Duration longestPause) {
  private static final Duration MAX_PAUSES = Duration.ofMinutes(5);
  private static final CommitRetry DEFAULT =
      new CommitRetry(8, Duration.ofMillis(20), Duration.ofSeconds(1));
  private static final CommitRetry NONE = new CommitRetry(1, Duration.ZERO, Duration.ZERO);

  public CommitRetry {
    if (attempts < 1) {
      throw new InvalidConfigurationException(
          "commit retry: attempts is " + attempts + "; it must be at least 1");
    }
    if (firstPause.isNegative() || longestPause.compareTo(firstPause) < 0) {
      throw new InvalidConfigurationException(
          "commit retry: the pauses must not be negative, nor the longest below the first");
    }
    if (longestPause.compareTo(MAX_PAUSES.dividedBy(attempts)) > 0) {
      throw new InvalidConfigurationException(
          "commit retry: "
              + attempts
              + " attempts with pauses of up to "
              + DurationText.of(longestPause)
              + " can take longer than "
              + DurationText.of(MAX_PAUSES));
    }
  }

  /** 8 attempts, with delays of up to 20 ms, 40 ms and so on to 1 s: at most 2.3 s in total. */
  public static CommitRetry defaults() {
    return DEFAULT;
  }

  /** One attempt. */
  public static CommitRetry none() {
    return NONE;
  }

  /**
   * Returns a delay before the next attempt.
   *
   * @param failed number of failed attempts, 1 or more
   */
  Duration pause(int failed, RandomGenerator random) {
    long longest = longestPause.toNanos();
    long bound = firstPause.toNanos();
    for (int i = 1; i < failed && bound < longest; i++) {
      bound *= 2;
    }
    return Duration.ofNanos(random.nextLong(Math.min(bound, longest) + 1));
  }
}

package io.github.dynamooutbox.writer;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How often, and after which pauses, a commit is sent again that DynamoDB refused because of a
 * conflict with another transaction or because of throttling. Immutable.
 *
 * <p>Each pause is of random length ("full jitter"): between nothing and a bound that doubles from
 * try to try. All tries of a commit are the same request with the same token, which DynamoDB
 * remembers for 10 minutes; so the pauses together must stay below 5.
 *
 * @param attempts how often the transaction is sent at most, 1 or more
 * @param firstPause the bound of the first pause
 * @param longestPause where the bound stops to grow
 */
public record CommitRetry(int attempts, Duration firstPause, Duration longestPause) {
  private static final Duration MAX_PAUSES = Duration.ofMinutes(5);
  private static final CommitRetry DEFAULT =
      new CommitRetry(8, Duration.ofMillis(20), Duration.ofSeconds(1));
  private static final CommitRetry NONE = new CommitRetry(1, Duration.ZERO, Duration.ZERO);

  public CommitRetry {
    if (attempts < 1) {
      throw new InvalidConfigurationException("commit retry: attempts is " + attempts + ", not 1+");
    }
    if (firstPause.isNegative() || longestPause.compareTo(firstPause) < 0) {
      throw new InvalidConfigurationException(
          "commit retry: the pauses must not be negative, and the longest not below the first");
    }
    if (longestPause.compareTo(MAX_PAUSES.dividedBy(attempts)) > 0) {
      throw new InvalidConfigurationException(
          "commit retry: "
              + attempts
              + " attempts with pauses of up to "
              + longestPause
              + " can take longer than "
              + MAX_PAUSES);
    }
  }

  /** 8 attempts, with pauses of up to 20 ms, 40 ms and so on to 1 s: at most 2.3 s together. */
  public static CommitRetry defaults() {
    return DEFAULT;
  }

  /** One attempt. */
  public static CommitRetry none() {
    return NONE;
  }

  /**
   * A pause before the next attempt.
   *
   * @param failed how many attempts have failed, 1 or more
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

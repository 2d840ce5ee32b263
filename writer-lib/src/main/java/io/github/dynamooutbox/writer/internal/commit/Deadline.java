package io.github.dynamooutbox.writer.internal.commit;

import io.github.dynamooutbox.format.DurationText;
import java.time.Duration;
import java.util.function.LongSupplier;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;

/** The time limit of one commit, including all its requests and pauses. */
public final class Deadline {
  /** Far below the ten minutes for which DynamoDB remembers the token of a transaction. */
  public static final Duration MAX_TIMEOUT = Duration.ofMinutes(5);

  private static final Duration LEAST = Duration.ofMillis(1);

  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  private final LongSupplier nanoTime;
  private final long start;
  private final long end;

  public Deadline(Duration timeout, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.start = nanoTime.getAsLong();
    this.end = start + timeout.toNanos();
  }

  /** Time since the commit began. */
  public Duration elapsed() {
    return Duration.ofNanos(nanoTime.getAsLong() - start);
  }

  /** Time left; zero or negative once the deadline has passed. */
  public Duration remaining() {
    return Duration.ofNanos(end - nanoTime.getAsLong());
  }

  public boolean leavesRoomAfter(Duration pause) {
    return remaining().compareTo(pause) > 0;
  }

  /**
   * Limits a call of the SDK, its own retries included. The SDK takes less than a millisecond for
   * no limit.
   */
  public static AwsRequestOverrideConfiguration limit(Duration timeout) {
    return AwsRequestOverrideConfiguration.builder()
        .apiCallTimeout(timeout.compareTo(LEAST) < 0 ? LEAST : timeout)
        .build();
  }

  /** What is wrong with a timeout; empty if it is valid. */
  public static String problemOf(Duration timeout) {
    return timeout.isNegative() || timeout.isZero() || timeout.compareTo(MAX_TIMEOUT) > 0
        ? "is "
            + DurationText.of(timeout)
            + "; it must be positive and at most "
            + DurationText.of(MAX_TIMEOUT)
        : "";
  }
}

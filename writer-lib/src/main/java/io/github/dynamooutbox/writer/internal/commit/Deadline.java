package io.github.dynamooutbox.writer.internal.commit;

import io.github.dynamooutbox.format.DurationText;
import io.github.dynamooutbox.format.sdk.CallTimeout;
import java.time.Duration;
import java.util.function.LongSupplier;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;

/** The time limit of one commit, including all its requests and pauses. */
public final class Deadline {
  /** Far below the ten minutes for which DynamoDB remembers the token of a transaction. */
  public static final Duration MAX_TIMEOUT = Duration.ofMinutes(5);

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

  /** Limits a call of the SDK, its own retries included. */
  public static AwsRequestOverrideConfiguration limit(Duration timeout) {
    return AwsRequestOverrideConfiguration.builder()
        .apiCallTimeout(CallTimeout.atLeast(timeout))
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

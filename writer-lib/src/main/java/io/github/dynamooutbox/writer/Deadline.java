package io.github.dynamooutbox.writer;

import java.time.Duration;
import java.util.function.LongSupplier;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;

/** Until when one commit may go on, all its requests and pauses included. */
final class Deadline {
  /** Far below the ten minutes for which DynamoDB remembers the token of a transaction. */
  static final Duration MAX_TIMEOUT = Duration.ofMinutes(5);

  static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  private final LongSupplier nanoTime;
  private final long start;
  private final long end;

  Deadline(Duration timeout, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.start = nanoTime.getAsLong();
    this.end = start + timeout.toNanos();
  }

  /** Since its commit began. */
  Duration elapsed() {
    return Duration.ofNanos(nanoTime.getAsLong() - start);
  }

  /** Not positive once it has passed. */
  Duration remaining() {
    return Duration.ofNanos(end - nanoTime.getAsLong());
  }

  boolean leavesRoomAfter(Duration pause) {
    return remaining().compareTo(pause) > 0;
  }

  /** Makes the SDK end a call, its own retries included, after so long. */
  static AwsRequestOverrideConfiguration limit(Duration timeout) {
    return AwsRequestOverrideConfiguration.builder().apiCallTimeout(timeout).build();
  }

  /** Why a timeout cannot be one, or nothing if it can. */
  static String problemOf(Duration timeout) {
    return timeout.isNegative() || timeout.isZero() || timeout.compareTo(MAX_TIMEOUT) > 0
        ? "is " + timeout + "; it must be positive and at most " + MAX_TIMEOUT
        : "";
  }
}

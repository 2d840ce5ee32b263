package io.github.dynamooutbox.kcl.internal.lease;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.retry.RetryUtils;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;

/**
 * Tracks for how long all reads of the stream have failed, and why. A read that is not made because
 * the window is full is no failure; nor is a throttled read, or one of records that were trimmed:
 * another worker would fail as well. Thread-safe.
 */
public final class ReadFailures {
  /** A failure is outdated if no other read followed it for this long. */
  private static final Duration RECENT = Duration.ofSeconds(20);

  /**
   * A continuing failure of all reads.
   *
   * @param lasting time since the first failure after the last success
   * @param last the latest failure
   */
  public record Failing(Duration lasting, RuntimeException last) {
    /** The latest failure: code and message if the service answered. */
    public String reason() {
      return ReadFailures.reason(last);
    }

    @Override
    public String toString() {
      return "reads of the stream have failed for %d s: %s"
          .formatted(lasting.toSeconds(), reason());
    }
  }

  private final LongSupplier nanoTime;
  private long since;
  private long latest;
  private @Nullable RuntimeException last;

  /**
   * @param nanoTime the time in nanoseconds, from any origin
   */
  public ReadFailures(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Why a call failed: code and message if the service answered. */
  static String reason(RuntimeException failure) {
    return failure instanceof AwsServiceException answer && answer.awsErrorDetails() != null
        ? answer.awsErrorDetails().errorCode() + ": " + answer.awsErrorDetails().errorMessage()
        : failure.getClass().getSimpleName() + ": " + failure.getMessage();
  }

  public synchronized void succeeded() {
    last = null;
  }

  public synchronized void failed(RuntimeException failure) {
    if (isIgnored(failure)) {
      return;
    }
    long now = nanoTime.getAsLong();
    if (last == null || now - latest > RECENT.toNanos()) {
      since = now;
    }
    latest = now;
    last = failure;
  }

  private static boolean isIgnored(RuntimeException failure) {
    return failure instanceof TrimmedDataAccessException
        || failure instanceof ResourceNotFoundException
        || failure instanceof ExpiredIteratorException
        || failure instanceof LimitExceededException
        || failure instanceof AbortedException
        || (failure instanceof SdkException sdk && RetryUtils.isThrottlingException(sdk));
  }

  /** Empty unless the last reads failed. */
  public synchronized Optional<Failing> now() {
    long now = nanoTime.getAsLong();
    return last == null || now - latest > RECENT.toNanos()
        ? Optional.empty()
        : Optional.of(new Failing(Duration.ofNanos(now - since), last));
  }
}

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
 * For how long all reads of the stream have failed, and why. A read that is not made, since the
 * window is full, has not failed; nor has one that only came too often, or for records that are
 * gone: another worker would fare no better. Thread-safe.
 */
public final class ReadFailures {
  /** A failure that is followed by no other read for this long says nothing about now. */
  private static final Duration RECENT = Duration.ofSeconds(20);

  /**
   * Reads that fail.
   *
   * @param lasting since the first that failed after one that did not
   * @param last why the last one failed
   */
  public record Failing(Duration lasting, RuntimeException last) {
    /** Which failure, by code and message where the service answered. */
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
   * @param nanoTime the time in nanoseconds, from any start
   */
  public ReadFailures(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Why a call failed: code and message where the service answered. */
  static String reason(RuntimeException failure) {
    return failure instanceof AwsServiceException answer && answer.awsErrorDetails() != null
        ? answer.awsErrorDetails().errorCode() + ": " + answer.awsErrorDetails().errorMessage()
        : failure.getClass().getSimpleName() + ": " + failure.getMessage();
  }

  public synchronized void succeeded() {
    last = null;
  }

  public synchronized void failed(RuntimeException failure) {
    if (saysNothing(failure)) {
      return;
    }
    long now = nanoTime.getAsLong();
    if (last == null || now - latest > RECENT.toNanos()) {
      since = now;
    }
    latest = now;
    last = failure;
  }

  private static boolean saysNothing(RuntimeException failure) {
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

package io.github.dynamooutbox.aws.examine;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.core.retry.RetryUtils;
import software.amazon.awssdk.retries.api.AcquireInitialTokenRequest;
import software.amazon.awssdk.retries.api.AcquireInitialTokenResponse;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RecordSuccessRequest;
import software.amazon.awssdk.retries.api.RecordSuccessResponse;
import software.amazon.awssdk.retries.api.RefreshRetryTokenRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenResponse;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.retries.api.RetryToken;
import software.amazon.awssdk.retries.api.TokenAcquisitionFailedException;

/**
 * Goes on more slowly where a table throttles, and gives up soon on everything else. The SDK's own
 * strategies share a bucket of tokens among all calls of a client, which a long scan of a table
 * that throttles every third request empties. Thread-safe.
 */
final class PatientRetries implements RetryStrategy {
  /** The limit of the whole call ends them earlier where it is short. */
  private static final int MOST_THROTTLED = 60;

  private static final int MOST_FAILED = 1;

  private static final BackoffStrategy WHEN_THROTTLED =
      BackoffStrategy.exponentialDelay(Duration.ofMillis(50), Duration.ofSeconds(2));
  private static final BackoffStrategy WHEN_FAILED =
      BackoffStrategy.exponentialDelay(Duration.ofMillis(50), Duration.ofSeconds(1));

  private static final Set<Integer> FAULTS = Set.of(500, 502, 503, 504);

  private record Tries(int throttled, int failed) implements RetryToken {}

  @Override
  public AcquireInitialTokenResponse acquireInitialToken(AcquireInitialTokenRequest request) {
    return AcquireInitialTokenResponse.create(new Tries(0, 0), Duration.ZERO);
  }

  @Override
  public RefreshRetryTokenResponse refreshRetryToken(RefreshRetryTokenRequest request) {
    Tries before = (Tries) request.token();
    Throwable failure = request.failure();
    if (isThrottling(failure) && before.throttled() < MOST_THROTTLED) {
      Tries tries = new Tries(before.throttled() + 1, before.failed());
      return RefreshRetryTokenResponse.create(
          tries, WHEN_THROTTLED.computeDelay(tries.throttled()));
    }
    if (isTransient(failure) && before.failed() < MOST_FAILED) {
      Tries tries = new Tries(before.throttled(), before.failed() + 1);
      return RefreshRetryTokenResponse.create(tries, WHEN_FAILED.computeDelay(tries.failed()));
    }
    throw new TokenAcquisitionFailedException("not worth another attempt", before, failure);
  }

  private static boolean isThrottling(Throwable failure) {
    return failure instanceof SdkException known && RetryUtils.isThrottlingException(known);
  }

  private static boolean isTransient(Throwable failure) {
    if (failure instanceof SdkServiceException answer) {
      return FAULTS.contains(answer.statusCode()) || RetryUtils.isClockSkewException(answer);
    }
    return failure instanceof ApiCallAttemptTimeoutException
        || failure instanceof IOException
        || failure.getCause() instanceof IOException;
  }

  @Override
  public RecordSuccessResponse recordSuccess(RecordSuccessRequest request) {
    return RecordSuccessResponse.create(request.token());
  }

  @Override
  public int maxAttempts() {
    return MOST_THROTTLED + MOST_FAILED + 1;
  }

  @Override
  public boolean useClientDefaults() {
    return false;
  }

  @Override
  public Builder<?, ?> toBuilder() {
    throw new UnsupportedOperationException("has nothing to configure");
  }
}

package io.github.dynamooutbox.writer;

import java.util.List;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/**
 * DynamoDB throttled the transaction, at each attempt that {@link CommitRetry} allows and after the
 * SDK's own retries. Nothing was written. Trying again later can succeed.
 */
public final class CommitThrottledException extends TransactionCancelledException {
  private final int attempts;

  CommitThrottledException(int attempts, List<Reason> reasons, AwsServiceException cause) {
    super("throttled at each of " + attempts + " attempts: " + describe(reasons), reasons, cause);
    this.attempts = attempts;
  }

  /** How often the transaction was sent, not counting the SDK's retries. */
  public int attempts() {
    return attempts;
  }
}

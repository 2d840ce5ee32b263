package io.github.dynamooutbox.writer;

import java.util.List;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/**
 * DynamoDB throttled the transaction until attempts or time ran out. A later attempt can succeed.
 * {@link #outcome} says that nothing was written, unless the SDK has retried the request itself:
 * then the outcome of its earlier attempts is unknown.
 */
public final class CommitThrottledException extends TransactionCancelledException {
  private static final long serialVersionUID = 1;

  private final int attempts;

  CommitThrottledException(
      CommitOutcome outcome, int attempts, List<Reason> reasons, AwsServiceException cause) {
    super(
        outcome,
        "throttled at the last of "
            + attempts
            + (attempts == 1 ? " request" : " requests")
            + (reasons.isEmpty() ? "" : ": " + describe(reasons)),
        reasons,
        cause);
    this.attempts = attempts;
  }

  /** How many requests were sent, the SDK's retries included. */
  public int attempts() {
    return attempts;
  }
}

package io.github.dynamooutbox.writer;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Other transactions kept changing the same items until attempts or time ran out, see {@link
 * CommitRetry}. Nothing was written. A later attempt can succeed.
 */
public final class CommitConflictException extends TransactionCancelledException {
  private static final long serialVersionUID = 1;

  private final int attempts;

  CommitConflictException(int attempts, List<Reason> reasons, TransactionCanceledException cause) {
    super(
        "in conflict with other transactions at the last of "
            + attempts
            + (attempts == 1 ? " request" : " requests")
            + ": "
            + describe(reasons),
        reasons,
        cause);
    this.attempts = attempts;
  }

  /** How many requests were sent, the SDK's retries included. */
  public int attempts() {
    return attempts;
  }
}

package io.github.dynamooutbox.writer;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Other transactions were at work on the same items, at each attempt that {@link CommitRetry}
 * allows. Nothing was written. Trying again later can succeed.
 */
public final class CommitConflictException extends TransactionCancelledException {
  private final int attempts;

  CommitConflictException(int attempts, List<Reason> reasons, TransactionCanceledException cause) {
    super(
        "in conflict with other transactions at each of "
            + attempts
            + " attempts: "
            + describe(reasons),
        reasons,
        cause);
    this.attempts = attempts;
  }

  /** How often the transaction was sent. */
  public int attempts() {
    return attempts;
  }
}

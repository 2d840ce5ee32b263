package io.github.dynamooutbox.aws.internal.table;

import io.github.dynamooutbox.aws.internal.call.BlockingCall;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Failures that only mean that there are many requests at once: one conflicts with another, or a
 * partition or the table has no capacity left. Nothing was written, and the table is not at fault.
 */
public final class Contention {
  /** "Error handling with DynamoDB", DynamoDB developer guide: the errors to retry. */
  private static final Set<String> CODES =
      Set.of(
          "TransactionConflictException",
          "TransactionInProgressException",
          "ProvisionedThroughputExceededException",
          "ThrottlingException",
          "RequestLimitExceeded");

  private Contention() {}

  public static boolean isCauseOf(Throwable failure) {
    Throwable cause = BlockingCall.causeOf(failure);
    if (cause instanceof TransactionCanceledException cancelled) {
      return Cancellation.of(cancelled).isContention();
    }
    if (cause instanceof ProvisionedThroughputExceededException) {
      return true;
    }
    return cause instanceof AwsServiceException service
        && service.awsErrorDetails() != null
        && CODES.contains(service.awsErrorDetails().errorCode());
  }
}

package io.github.dynamooutbox.writer;

import java.util.List;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Conditions of the caller's actions did not hold. Nothing was written. Load the items again, and
 * decide again.
 */
public final class ConditionFailedException extends PreconditionFailedException {
  private static final long serialVersionUID = 1;

  ConditionFailedException(
      List<FailedCondition> conditions, List<Reason> reasons, TransactionCanceledException cause) {
    super(
        conditions.stream()
            .map(FailedCondition::toString)
            .collect(Collectors.joining("; ", "", "; load the items again")),
        conditions,
        List.of(),
        reasons,
        cause);
  }
}

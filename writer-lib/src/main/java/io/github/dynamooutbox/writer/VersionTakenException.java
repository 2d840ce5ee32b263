package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Another transaction has already committed events of an aggregate at its version. Nothing was
 * written. Load the aggregate again, and decide again. It is noticed while that transaction's
 * record is in the table; later only a condition of the caller's own can notice it, and fails with
 * {@link ConditionFailedException}: catch {@link PreconditionFailedException} for both.
 */
public final class VersionTakenException extends PreconditionFailedException {
  private static final long serialVersionUID = 1;

  VersionTakenException(
      List<FailedCondition> conditions,
      List<TakenVersion> takenVersions,
      List<Reason> reasons,
      TransactionCanceledException cause) {
    super(
        Stream.concat(takenVersions.stream(), conditions.stream())
            .map(Object::toString)
            .collect(Collectors.joining("; ", "", "; load the aggregate again")),
        conditions,
        takenVersions,
        reasons,
        cause);
  }

  /** The aggregate whose version is taken; the first, if there are several. */
  public AggregateKey aggregate() {
    return takenVersions().get(0).aggregate();
  }

  /** The version that is taken. */
  public long version() {
    return takenVersions().get(0).version();
  }
}

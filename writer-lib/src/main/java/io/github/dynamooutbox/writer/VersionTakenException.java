package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Another transaction has already committed events of an aggregate at its version. Nothing was
 * written. Load the aggregate again, and decide again. This is detected while that transaction's
 * record is in the table. After that only a condition of the caller's own can detect it, which
 * fails with {@link ConditionFailedException}: to handle both, catch {@link
 * PreconditionFailedException}.
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

  /** The aggregate whose version is taken; the first one if there are several. */
  public AggregateKey aggregate() {
    return takenVersions().get(0).aggregate();
  }

  /** The version that is taken. */
  public long version() {
    return takenVersions().get(0).version();
  }
}

package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import java.io.Serializable;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * The state that the transaction was based on has changed: conditions of its actions do not hold,
 * or an aggregate's version is taken, or both. Nothing was written. Load again, and decide again.
 * If both apply, the subclass thrown is {@link VersionTakenException}; either way, all failed
 * conditions and taken versions are here.
 */
public abstract sealed class PreconditionFailedException extends TransactionCancelledException
    permits ConditionFailedException, VersionTakenException {
  private static final long serialVersionUID = 1;

  private final List<FailedCondition> conditions;
  private final List<TakenVersion> takenVersions;

  PreconditionFailedException(
      String message,
      List<FailedCondition> conditions,
      List<TakenVersion> takenVersions,
      List<Reason> reasons,
      TransactionCanceledException cause) {
    super(message, reasons, cause);
    this.conditions = List.copyOf(conditions);
    this.takenVersions = List.copyOf(takenVersions);
  }

  /** The caller's own conditions that failed, in the order of the transaction; can be empty. */
  public final List<FailedCondition> conditions() {
    return conditions;
  }

  /** The versions that other transactions have already committed; can be empty. */
  public final List<TakenVersion> takenVersions() {
    return takenVersions;
  }

  /** A version at which the events of an aggregate are already committed. */
  public record TakenVersion(AggregateKey aggregate, long version) implements Serializable {
    @Override
    public String toString() {
      return aggregate + " at version " + version + ": another transaction has committed it";
    }
  }
}

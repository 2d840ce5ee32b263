package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import java.io.Serializable;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * What the transaction was decided on is no longer so: conditions of its actions do not hold, or an
 * aggregate's version is taken, or both. Nothing was written. Load again, and decide again. Of the
 * two subclasses, {@link VersionTakenException} is thrown if a version is taken; both facts are
 * here.
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

  /** The versions that other transactions have committed before; can be empty. */
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

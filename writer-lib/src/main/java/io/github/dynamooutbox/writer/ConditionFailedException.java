package io.github.dynamooutbox.writer;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Conditions of the caller's actions did not hold. Nothing was written. Load what the conditions
 * are about again, and decide again.
 */
public final class ConditionFailedException extends TransactionCancelledException {
  private final transient List<FailedCondition> conditions;

  ConditionFailedException(
      List<FailedCondition> conditions, List<Reason> reasons, TransactionCanceledException cause) {
    super(
        conditions.stream()
            .map(FailedCondition::toString)
            .collect(Collectors.joining("; ", "", "; load the items again")),
        reasons,
        cause);
    this.conditions = List.copyOf(conditions);
  }

  /** The conditions that failed, at least one, in the order of the transaction. */
  public List<FailedCondition> conditions() {
    return conditions;
  }

  /**
   * A condition that did not hold.
   *
   * @param index the action's place among the caller's actions as they were added, from 0
   * @param action what it was, for example {@code put}
   * @param table the action's table
   * @param item the item as it was, if the action asked for it with {@code
   *     returnValuesOnConditionCheckFailure(ALL_OLD)}; else empty, as it is where there was no item
   */
  public record FailedCondition(
      int index, String action, String table, Map<String, AttributeValue> item) {
    public FailedCondition {
      item = Map.copyOf(item);
    }

    /** Names the action only: items do not belong in logs. */
    @Override
    public String toString() {
      return "action " + index + " (" + action + ", table " + table + "): its condition failed";
    }
  }
}

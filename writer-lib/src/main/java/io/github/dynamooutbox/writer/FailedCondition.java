package io.github.dynamooutbox.writer;

import java.io.Serializable;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A condition of one of the caller's actions that did not hold.
 *
 * @param action the action
 * @param item the item at that time, if the action asked for it with {@code
 *     returnValuesOnConditionCheckFailure(ALL_OLD)}; otherwise, or if there was no item, empty
 */
public record FailedCondition(ActionRef action, Map<String, AttributeValue> item)
    implements Serializable {
  public FailedCondition {
    item = Map.copyOf(item);
  }

  /** The action's index in the transaction, from 0. */
  public int index() {
    return action.index();
  }

  /** Names the action only: items do not belong in logs. */
  @Override
  public String toString() {
    return action + ": its condition failed";
  }
}

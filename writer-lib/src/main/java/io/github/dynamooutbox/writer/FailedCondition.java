package io.github.dynamooutbox.writer;

import java.io.Serializable;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A condition of the caller's that did not hold.
 *
 * @param action the action
 * @param item the item as it was, if the action asked for it with {@code
 *     returnValuesOnConditionCheckFailure(ALL_OLD)}; else empty, as it is where there was no item
 */
public record FailedCondition(ActionRef action, Map<String, AttributeValue> item)
    implements Serializable {
  public FailedCondition {
    item = Map.copyOf(item);
  }

  /** The action's place in the transaction, from 0. */
  public int index() {
    return action.index();
  }

  /** Names the action only: items do not belong in logs. */
  @Override
  public String toString() {
    return action + ": its condition failed";
  }
}

package io.github.dynamooutbox.writer;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * A checked transaction: what to send, and what it comes to if DynamoDB accepts it.
 *
 * @param actions all of the request, in its order: the caller's, then one put for each record
 * @param records the outbox's records
 */
record CommitPlan(
    TransactWriteItemsRequest request,
    CommitResult result,
    List<Action> actions,
    List<PlannedRecord> records) {
  CommitPlan {
    actions = List.copyOf(actions);
  }

  /** How many of the actions are the caller's. */
  int callersActions() {
    return actions.size() - records.size();
  }

  /** Names counts only: requests print their items. */
  @Override
  public String toString() {
    return "CommitPlan[actions=" + actions.size() + ", records=" + records.size() + ']';
  }
}

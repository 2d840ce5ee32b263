package io.github.dynamooutbox.writer;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * A checked transaction: what to send, and what it comes to if DynamoDB accepts it.
 *
 * @param actions the caller's actions, which come first in the request
 * @param records the outbox's records, which come after them
 */
record CommitPlan(
    TransactWriteItemsRequest request,
    CommitResult result,
    List<Action> actions,
    List<PlannedRecord> records,
    String outboxTable) {

  /** Names counts only: requests print their items. */
  @Override
  public String toString() {
    return "CommitPlan[actions=" + actions.size() + ", records=" + records.size() + ']';
  }
}

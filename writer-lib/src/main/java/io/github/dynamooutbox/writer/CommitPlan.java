package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.CommitResult.Committed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * A checked transaction: what to send, and what it comes to if DynamoDB accepts it. Nobody changes
 * its lists.
 *
 * @param timeout for the whole commit, from its first request
 * @param actions all of the request, in its order: the caller's, then one put for each record, then
 *     the order checks, then the marker
 * @param callersActions how many of the actions are the caller's
 * @param records the outbox's records
 * @param uploads what has to be stored elsewhere before the first request
 * @param marker what makes the command idempotent, if it has a key
 */
record CommitPlan(
    TransactWriteItemsRequest request,
    Duration timeout,
    Committed result,
    List<Action> actions,
    int callersActions,
    List<PlannedRecord> records,
    Optional<PlannedMarker> marker,
    Uploads uploads) {

  /** Also those of a transaction of the caller's own, which are outside of the plan. */
  boolean isCallers(int index) {
    return index < callersActions || index >= actions.size();
  }

  /** The record that an action puts. */
  Optional<PlannedRecord> recordAt(int index) {
    int record = index - callersActions;
    return record >= 0 && record < records.size()
        ? Optional.of(records.get(record))
        : Optional.empty();
  }

  boolean isMarker(int index) {
    return marker.isPresent() && index == actions.size() - 1;
  }

  /** Names counts only: requests print their items. */
  @Override
  public String toString() {
    return "CommitPlan[actions=" + actions.size() + ", records=" + records.size() + ']';
  }
}

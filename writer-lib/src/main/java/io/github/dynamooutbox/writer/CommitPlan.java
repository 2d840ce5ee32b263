package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.CommitResult.Committed;
import io.github.dynamooutbox.writer.internal.plan.Action;
import io.github.dynamooutbox.writer.internal.plan.PlannedMarker;
import io.github.dynamooutbox.writer.internal.plan.PlannedRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * A checked transaction: what to send, and the result if DynamoDB accepts it. Its lists must not be
 * changed.
 *
 * @param timeout for the whole commit, from its first request
 * @param actions all actions in the order of the request: the caller's, one put for each record,
 *     the checks of strict order, the marker
 * @param callersActions number of the caller's actions
 * @param records the outbox's records
 * @param uploads payloads to store elsewhere before the first request
 * @param marker the marker of the command, if it has an idempotency key
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

  /**
   * Whether an action is the caller's. That includes actions outside the plan, in a transaction
   * that the caller sends.
   */
  boolean isCallers(int index) {
    return index < callersActions || index >= actions.size();
  }

  /** The record that an action puts, if it puts one. */
  Optional<PlannedRecord> recordAt(int index) {
    int record = index - callersActions;
    return record >= 0 && record < records.size()
        ? Optional.of(records.get(record))
        : Optional.empty();
  }

  boolean isMarker(int index) {
    return marker.isPresent() && index == actions.size() - 1;
  }

  /** Contains only counts: a request would print its items. */
  @Override
  public String toString() {
    return "CommitPlan[actions=" + actions.size() + ", records=" + records.size() + ']';
  }
}

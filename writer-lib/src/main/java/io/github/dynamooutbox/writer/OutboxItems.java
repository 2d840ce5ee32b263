package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.writer.CommitResult.Committed;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * A transaction's actions, for callers who send them in a transaction of their own. They belong
 * into one transaction, in their order and next to each other, and are sent once: their ids and
 * times are fixed. Immutable.
 */
public final class OutboxItems {
  private final CommitPlan plan;
  private final OutboxSchema schema;

  OutboxItems(CommitPlan plan, OutboxSchema schema) {
    this.plan = plan;
    this.schema = schema;
  }

  /** The actions: those that were added as such, then the outbox's own. */
  public List<TransactWriteItem> items() {
    return plan.request().transactItems();
  }

  /** How many of the {@link #items}, from the first, were added as such. */
  public int callersItems() {
    return plan.callersActions();
  }

  /** How the keys of the outbox's own actions are named. */
  public OutboxSchema schema() {
    return schema;
  }

  /** What is committed once the caller's transaction is. */
  public Committed committed() {
    return plan.result();
  }

  /**
   * Why the caller's transaction was cancelled, as far as these items are at fault: a {@link
   * PositionTakenException}, for example. Without fault of theirs {@link
   * TransactionCancelledException#reasons} is empty.
   *
   * @param first the place of the first of these items in the caller's transaction, from 0
   */
  public TransactionCancelledException explain(TransactionCanceledException cause, int first) {
    return new Cancellation(cause, plan, first).translate(1);
  }

  /** Names counts only: items do not belong in logs. */
  @Override
  public String toString() {
    return "OutboxItems[" + plan.actions().size() + ']';
  }
}

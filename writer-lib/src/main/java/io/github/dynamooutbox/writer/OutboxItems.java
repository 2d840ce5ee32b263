package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.writer.CommitResult.Committed;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * The actions of a transaction that the caller sends itself. Send them once, in one transaction, in
 * this order and without others in between: their ids and times are fixed. Immutable.
 */
public final class OutboxItems {
  private final CommitPlan plan;
  private final OutboxSchema schema;

  OutboxItems(CommitPlan plan, OutboxSchema schema) {
    this.plan = plan;
    this.schema = schema;
  }

  /** The actions: first those of the caller, then those of the outbox. */
  public List<TransactWriteItem> items() {
    return plan.request().transactItems();
  }

  /** How many of the {@link #items}, counted from the first, are the caller's. */
  public int callersItems() {
    return plan.callersActions();
  }

  /** Names of the keys in the outbox's own actions. */
  public OutboxSchema schema() {
    return schema;
  }

  /** The result, valid once the caller's transaction is committed. */
  public Committed committed() {
    return plan.result();
  }

  /**
   * Explains why the caller's transaction was cancelled: with a {@link VersionTakenException}, for
   * example, or a {@link ConditionFailedException} if one of the caller's own conditions failed.
   * All indexes are those of the caller's transaction.
   *
   * @param first index of the first of these items in the caller's transaction, from 0
   */
  public TransactionCancelledException explain(TransactionCanceledException cause, int first) {
    return new Cancellation(cause, plan, first).translate(1);
  }

  /** Contains only counts: items do not belong in logs. */
  @Override
  public String toString() {
    return "OutboxItems[" + plan.actions().size() + ']';
  }
}

package io.github.dynamooutbox.writer;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** A transaction of {@link Outbox}. Not thread-safe; commits once. */
public final class OutboxTransaction extends TransactionBuilder<OutboxTransaction> {
  private final DynamoDbClient client;

  OutboxTransaction(CommitPlanner planner, DynamoDbClient client) {
    super(planner);
    this.client = client;
  }

  /**
   * Writes all of it, or nothing. Sizes and counts are checked before anything is sent. Every call
   * of DynamoDB is safe against the SDK's own retries.
   *
   * <p>Any other exception of the SDK passes through. After one that says nothing about the
   * outcome, such as a timeout, the transaction may have been committed.
   *
   * @throws InvalidTransactionException if the transaction breaks a rule or a limit
   * @throws PayloadSerializationException if a payload cannot be serialised
   * @throws PositionTakenException if events of an aggregate are already committed at its sequence
   * @throws TransactionCancelledException if DynamoDB cancelled the transaction for another reason
   * @throws IllegalStateException if commit was called before
   */
  public CommitResult commit() {
    begin();
    CommitPlan plan = plan();
    try {
      client.transactWriteItems(plan.request());
      return plan.result();
    } catch (TransactionCanceledException e) {
      throw Cancellation.translate(e, plan);
    }
  }

  @Override
  OutboxTransaction self() {
    return this;
  }
}

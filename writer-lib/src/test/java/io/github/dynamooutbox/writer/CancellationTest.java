package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.dynamooutbox.writer.TransactionCancelledException.Reason;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

class CancellationTest {
  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final Outbox outbox = Outbox.builder(dynamoDb).table("orders").source("/s").build();

  @Test
  void failedConditionOfTheCallerNamesTheAction() {
    TransactionCanceledException cause =
        FakeDynamoDb.cancelled("None", "ConditionalCheckFailed", "None", "None");

    TransactionCancelledException e = commitAfter(cause);

    assertThat(e).isExactlyInstanceOf(TransactionCancelledException.class).hasCause(cause);
    assertThat(e.reasons())
        .containsExactly(new Reason(1, "condition check", "stock", "ConditionalCheckFailed"));
    assertThat(e)
        .hasMessage(
            "the transaction was cancelled: action 1 (condition check, table stock):"
                + " ConditionalCheckFailed");
  }

  @Test
  void takenPositionNamesAggregateAndSequence() {
    TransactionCanceledException cause =
        FakeDynamoDb.cancelled("ConditionalCheckFailed", "None", "ConditionalCheckFailed", "None");

    TransactionCancelledException e = commitAfter(cause);

    assertThat(e)
        .isInstanceOfSatisfying(
            PositionTakenException.class,
            taken -> {
              assertThat(taken.aggregate()).isEqualTo(Aggregate.of("Order", "42").key());
              assertThat(taken.sequence()).isEqualTo(7);
              assertThat(taken.reasons()).hasSize(2);
            })
        .hasCause(cause);
  }

  @Test
  void recordWithoutSequenceHasNoPositionToTake() {
    assertThat(
            commitAfter(FakeDynamoDb.cancelled("None", "None", "None", "ConditionalCheckFailed")))
        .isExactlyInstanceOf(TransactionCancelledException.class)
        .hasMessageContaining("action 3 (outbox record of Payment#1, table orders)");
  }

  @Test
  void conflictOnARecordIsNotATakenPosition() {
    assertThat(commitAfter(FakeDynamoDb.cancelled("None", "None", "TransactionConflict", "None")))
        .isExactlyInstanceOf(TransactionCancelledException.class)
        .hasMessageContaining("action 2 (outbox record of Order#42, table orders)")
        .hasMessageContaining("TransactionConflict");
  }

  @Test
  void cancellationWithoutReasonsIsStillOne() {
    assertThat(commitAfter(FakeDynamoDb.cancelled()))
        .hasMessage("the transaction was cancelled: DynamoDB gave no reason");
  }

  @Test
  void otherExceptionsOfTheSdkPassThrough() {
    dynamoDb.failWith(ProvisionedThroughputExceededException.builder().message("slow").build());
    assertThatExceptionOfType(ProvisionedThroughputExceededException.class)
        .isThrownBy(() -> transaction().commit());
  }

  private TransactionCancelledException commitAfter(TransactionCanceledException failure) {
    dynamoDb.failWith(failure);
    return catchThrowableOfType(TransactionCancelledException.class, () -> transaction().commit());
  }

  private OutboxTransaction transaction() {
    return outbox
        .transaction()
        .put(Items.order("42"), "attribute_not_exists(PK)")
        .check(
            check ->
                check
                    .tableName("stock")
                    .key(Items.orderKey("s"))
                    .conditionExpression("attribute_exists(PK)"))
        .events(Aggregate.of("Order", "42").at(7), Event.of("OrderPlaced", 1))
        .events(Aggregate.of("Payment", "1"), Event.of("PaymentRequested", 1));
  }
}

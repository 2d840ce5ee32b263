package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.dynamooutbox.writer.TransactionCancelledException.Reason;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

class CancellationTest {
  /** The record of the transaction below. */
  private static final int LAST = 2;

  private static final ActionRef CHECK =
      new ActionRef(1, "stock", "condition check", "stock", "PK=ORDER#s, SK=ORDER");

  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final Outbox outbox =
      Outbox.builder(dynamoDb).table("orders").source("/s").retry(CommitRetry.none()).build();

  @Test
  void failedConditionOfTheCallerNamesTheAction() {
    TransactionCanceledException cause =
        FakeDynamoDb.cancelled("None", "ConditionalCheckFailed", "None", "None");

    TransactionCancelledException e = commitAfter(cause);

    assertThat(e)
        .isInstanceOfSatisfying(
            ConditionFailedException.class,
            failed ->
                assertThat(failed.conditions())
                    .containsExactly(new FailedCondition(CHECK, Map.of())))
        .hasCause(cause);
    assertThat(e.reasons()).containsExactly(new Reason(CHECK, "ConditionalCheckFailed"));
    assertThat(e)
        .hasMessage(
            "action 1 \"stock\" (condition check, table stock, PK=ORDER#s, SK=ORDER): its condition"
                + " failed; load the items again");
  }

  @Test
  void oldItemIsHandedOnButNotPrinted() {
    TransactionCanceledException cause =
        TransactionCanceledException.builder()
            .cancellationReasons(
                CancellationReason.builder()
                    .code("ConditionalCheckFailed")
                    .item(Items.order("old"))
                    .build())
            .build();

    TransactionCancelledException e = commitAfter(cause);

    assertThat(e)
        .isInstanceOfSatisfying(
            ConditionFailedException.class,
            failed ->
                assertThat(failed.conditions())
                    .containsExactly(
                        new FailedCondition(
                            new ActionRef(0, "", "put", "orders", "PK=ORDER#42, SK=ORDER"),
                            Items.order("old"))));
    assertThat(e.toString()).doesNotContain("ORDER#old");
  }

  @Test
  void severalFailedConditionsAreAllReported() {
    assertThat(
            commitAfter(
                FakeDynamoDb.cancelled(
                    "ConditionalCheckFailed", "ConditionalCheckFailed", "TransactionConflict")))
        .isInstanceOfSatisfying(
            ConditionFailedException.class,
            failed -> {
              assertThat(failed.conditions())
                  .extracting(FailedCondition::index)
                  .containsExactly(0, 1);
              assertThat(failed.reasons()).hasSize(3);
            });
  }

  @Test
  void faultThatWillNotPassIsNeitherConditionNorConflict() {
    assertThat(
            commitAfter(
                FakeDynamoDb.cancelled(
                    "ConditionalCheckFailed", "ItemCollectionSizeLimitExceeded")))
        .isExactlyInstanceOf(TransactionCancelledException.class)
        .hasMessageContaining("ItemCollectionSizeLimitExceeded");
  }

  @Test
  void throttledActionIsThrottling() {
    for (String code : List.of("ThrottlingError", "ProvisionedThroughputExceeded")) {
      assertThat(commitAfter(FakeDynamoDb.cancelled("None", code)))
          .isInstanceOf(CommitThrottledException.class)
          .hasMessageContaining(
              "throttled at the last of 1 request: action 1 \"stock\" (condition check");
    }
  }

  @Test
  void takenVersionNamesTheAggregate() {
    TransactionCanceledException cause =
        FakeDynamoDb.cancelled("ConditionalCheckFailed", "None", "ConditionalCheckFailed", "None");

    TransactionCancelledException e = commitAfter(cause);

    assertThat(e)
        .isInstanceOfSatisfying(
            VersionTakenException.class,
            taken -> {
              assertThat(taken.aggregate()).isEqualTo(Aggregate.of("Order", "42").key());
              assertThat(taken.version()).isEqualTo(7);
              assertThat(taken.reasons()).hasSize(2);
            })
        .hasCause(cause);
  }

  @Test
  void recordWithoutVersionHasNoneToTake() {
    assertThat(
            commitAfter(FakeDynamoDb.cancelled("None", "None", "None", "ConditionalCheckFailed")))
        .isExactlyInstanceOf(TransactionCancelledException.class)
        .hasMessageContaining(
            "action 3 (outbox record of Payment#1, table orders, PK=OUTBOX#Payment#1, SK=");
  }

  @Test
  void conflictOnARecordIsNotATakenVersion() {
    assertThat(commitAfter(FakeDynamoDb.cancelled("None", "None", "TransactionConflict", "None")))
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining(
            "action 2 (outbox record of Order#42, table orders, PK=OUTBOX#Order#42, SK=0")
        .hasMessageContaining("TransactionConflict");
  }

  @Test
  void cancellationWithoutReasonsIsStillOne() {
    assertThat(commitAfter(FakeDynamoDb.cancelled()))
        .hasMessage("the transaction was cancelled: DynamoDB gave no reason");
  }

  /** As DynamoDB answers where a global index has a key of another type. */
  @Test
  void messageOfDynamoDbIsPassedOn() {
    String message =
        "One or more parameter values were invalid: Type mismatch for Index Key tenant Expected: N"
            + " Actual: S IndexName: by-tenant";
    TransactionCancelledException e = commitAfter(invalid(message));

    assertThat(e).hasMessageContaining(": ValidationError (" + message + ")");
    assertThat(e.reasons().get(0).message()).isEqualTo(message);
  }

  @Test
  void messageThatQuotesAValueIsNot() {
    assertQuoted(0, "the value ORDER#42 is odd");
    assertQuoted(LAST, "the value OrderPlaced is odd");
    assertQuoted(LAST, "The parameter cannot be converted to a numeric value: 12x");
  }

  private void assertQuoted(int action, String message) {
    assertThat(commitAfter(invalid(message)).reasons().get(action).message()).as(message).isEmpty();
  }

  /** For every action. */
  private static TransactionCanceledException invalid(String message) {
    CancellationReason reason =
        CancellationReason.builder().code("ValidationError").message(message).build();
    return TransactionCanceledException.builder()
        .message("cancelled")
        .cancellationReasons(reason, reason, reason)
        .build();
  }

  @Test
  void otherExceptionsOfTheSdkPassThrough() {
    dynamoDb.failWith(
        ResourceNotFoundException.builder().statusCode(400).message("no table").build());
    assertThatExceptionOfType(ResourceNotFoundException.class)
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
        .named("stock")
        .events(Aggregate.of("Order", "42").at(7), Event.of("OrderPlaced", 1))
        .events(Aggregate.of("Payment", "1"), Event.of("PaymentRequested", 1));
  }
}

package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.dynamooutbox.writer.CommitResult.AlreadyCommitted;
import io.github.dynamooutbox.writer.CommitResult.Committed;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What a command does when DynamoDB's reasons do not simply say that its marker is there. */
class IdempotencyTest {
  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final Outbox outbox =
      Outbox.builder(dynamoDb)
          .table("orders")
          .source("/s")
          .retry(new CommitRetry(3, Duration.ZERO, Duration.ZERO))
          .build();

  private OutboxTransaction place() {
    return place(Event.of("OrderPlaced", 1));
  }

  private OutboxTransaction place(String id) {
    return place(Event.of("OrderPlaced", 1).id(id));
  }

  private OutboxTransaction place(Event event) {
    return outbox
        .transaction()
        .put(Items.order("1"), "attribute_not_exists(PK)")
        .events(Aggregate.of("Order", "1").at(1), event)
        .idempotencyKey("c-1");
  }

  /** The marker of a first commit, as it is in the table afterwards. */
  private Map<String, AttributeValue> marker() {
    return markerOf(place());
  }

  private Map<String, AttributeValue> markerOf(OutboxTransaction transaction) {
    transaction.commit();
    return dynamoDb.request().transactItems().get(2).put().item();
  }

  @Test
  void markerThatIsBusyIsAwaitedBeforeAConditionCounts() {
    Map<String, AttributeValue> marker = marker();
    dynamoDb.failNext(
        FakeDynamoDb.cancelled("ConditionalCheckFailed", "None", "TransactionConflict"),
        FakeDynamoDb.cancelled("ConditionalCheckFailed", "None", "ConditionalCheckFailed"));
    dynamoDb.item(marker);

    assertThat(place().commit()).isInstanceOf(AlreadyCommitted.class);
    assertThat(dynamoDb.requests).hasSize(3);
  }

  @Test
  void markerThatIsBusyToTheEndIsReadAtLast() {
    Map<String, AttributeValue> marker = marker();
    dynamoDb.failWith(
        FakeDynamoDb.cancelled("ConditionalCheckFailed", "None", "TransactionConflict"));
    dynamoDb.item(marker);
    assertThat(place().commit()).isInstanceOf(AlreadyCommitted.class);

    dynamoDb.item(Map.of());
    OutboxTransaction again = place();
    assertThatExceptionOfType(ConditionFailedException.class)
        .isThrownBy(again::commit)
        .satisfies(
            e -> assertThat(e.conditions()).extracting(FailedCondition::index).containsExactly(0));
  }

  @Test
  void failedConditionIsReportedOnlyIfThereIsNoMarker() {
    Map<String, AttributeValue> marker = marker();
    dynamoDb.failNext(FakeDynamoDb.cancelled("ConditionalCheckFailed", "None", "None"));
    dynamoDb.item(marker);
    assertThat(place().commit()).isInstanceOf(AlreadyCommitted.class);

    dynamoDb.failNext(FakeDynamoDb.cancelled("ConditionalCheckFailed", "None", "None"));
    dynamoDb.item(Map.of());
    OutboxTransaction again = place();
    assertThatExceptionOfType(ConditionFailedException.class)
        .isThrownBy(again::commit)
        .satisfies(
            e -> assertThat(e.conditions()).extracting(FailedCondition::index).containsExactly(0));
  }

  /** Of commits whose records have the same ids, only one that got no answer can be the first. */
  @Test
  void markerSaysWhetherItWasThisCommitThatGotNoAnswer() {
    Map<String, AttributeValue> own = markerOf(place("e-1"));
    dynamoDb.item(own);
    dynamoDb.failNext(FakeDynamoDb.cancelled("None", "None", "ConditionalCheckFailed"));
    assertThat(place("e-1").commit()).isInstanceOf(AlreadyCommitted.class);

    dynamoDb.failWith(ApiCallTimeoutException.create(1));
    assertThat(place("e-1").commit()).isInstanceOf(Committed.class);

    assertThat(place().commit())
        .isInstanceOfSatisfying(
            AlreadyCommitted.class,
            first ->
                assertThat(first.records())
                    .singleElement()
                    .satisfies(it -> assertThat(it.eventIds()).containsExactly("e-1")));
    assertThat(dynamoDb.reads).hasSize(3);
  }

  @Test
  void markerThatExpiredMeanwhileFreesTheKey() {
    dynamoDb.failNext(FakeDynamoDb.cancelled("None", "None", "ConditionalCheckFailed"));
    dynamoDb.item(Map.of());
    assertThat(place().commit()).isInstanceOf(Committed.class);
    assertThat(dynamoDb.requests).hasSize(2);
  }

  @Test
  void markerIsReadConsistentlyUnderItsKey() {
    Map<String, AttributeValue> marker = marker();
    dynamoDb.failNext(FakeDynamoDb.cancelled("None", "None", "ConditionalCheckFailed"));
    dynamoDb.item(marker);
    place().commit();
    assertThat(dynamoDb.reads)
        .singleElement()
        .satisfies(
            read -> {
              assertThat(read.consistentRead()).isTrue();
              assertThat(read.tableName()).isEqualTo("orders");
              assertThat(read.key())
                  .isEqualTo(Map.of("PK", marker.get("PK"), "SK", marker.get("SK")));
            });
  }

  @Test
  void markersCountAsActions() {
    OutboxTransaction transaction = place();
    for (int i = 0; i < 98; i++) {
      transaction.put(Items.order("o-" + i));
    }
    assertThat(
            catchThrowableOfType(InvalidTransactionException.class, transaction::commit)
                .violation())
        .isEqualTo(new Violation.TooManyActions("orders", 99, 1, 1, 0, 100));
  }

  @Test
  void emptyKeyIsRefusedAndAnyLengthIsTaken() {
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(() -> outbox.transaction().idempotencyKey(""))
        .withMessage("the idempotency key is empty");
    place().idempotencyKey("k".repeat(10_000)).commit();
    assertThat(dynamoDb.request().transactItems().get(2).put().item().get("PK").s())
        .hasSize("OUTBOX-COMMAND#".length() + 64);
  }
}

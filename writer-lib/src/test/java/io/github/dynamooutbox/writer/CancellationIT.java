package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.localaws.WrappedDynamoDb;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

class CancellationIT {
  private static OrdersTable table;
  private static Outbox outbox;

  @BeforeAll
  static void start() {
    table = new OrdersTable();
    outbox = Outbox.builder(table.client()).table(OrdersTable.NAME).source("/s").build();
  }

  @AfterAll
  static void stop() {
    table.close();
  }

  @Test
  void failedConditionBringsTheOldItemWhereItWasAskedFor() {
    table.client().putItem(put -> put.tableName(OrdersTable.NAME).item(Items.order("old")));
    OutboxTransaction transaction =
        outbox
            .transaction()
            .put(
                put ->
                    put.item(Items.order("old"))
                        .conditionExpression("attribute_not_exists(PK)")
                        .returnValuesOnConditionCheckFailure("ALL_OLD"))
            .named("order")
            .check(Items.orderKey("none"), "attribute_exists(PK)")
            .events(Aggregate.of("Order", "old"), Event.of("OrderPlaced", Map.of()));

    assertThatExceptionOfType(ConditionFailedException.class)
        .isThrownBy(transaction::commit)
        .satisfies(
            e ->
                assertThat(e.conditions())
                    .containsExactly(
                        new FailedCondition(
                            new ActionRef(
                                0, "order", "put", OrdersTable.NAME, "PK=ORDER#old, SK=ORDER"),
                            Items.order("old")),
                        new FailedCondition(
                            new ActionRef(
                                1,
                                "",
                                "condition check",
                                OrdersTable.NAME,
                                "PK=ORDER#none, SK=ORDER"),
                            Map.of())));
  }

  /** DynamoDB Local never reports a conflict; what it does with a second try is its own. */
  @Test
  void attemptAfterARefusalCommitsOnce() {
    AtomicInteger calls = new AtomicInteger();
    DynamoDbClient contended =
        new WrappedDynamoDb(table.client()) {
          @Override
          public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
            if (calls.incrementAndGet() == 1) {
              throw FakeDynamoDb.cancelled("TransactionConflict");
            }
            TransactWriteItemsResponse response = super.transactWriteItems(request);
            if (calls.get() == 2) {
              // It was applied, but its answer is lost.
              throw FakeDynamoDb.inProgress();
            }
            return response;
          }
        };
    Aggregate order = Aggregate.of("Order", "contended").at(1);
    Outbox contendedOutbox =
        Outbox.builder(contended).table(OrdersTable.NAME).source("/shop/orders").build();

    CommitResult result =
        contendedOutbox.transaction().events(order, Event.of("OrderPlaced", 1)).commit();

    assertThat(calls).hasValue(3);
    assertThat(table.records(order)).hasSize(1);
    assertThat(table.records(order).get(0).record().events())
        .extracting(OutboxEvent::id)
        .isEqualTo(result.eventIds());
  }
}

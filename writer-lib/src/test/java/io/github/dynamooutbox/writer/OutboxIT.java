package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.DecodeResult.Decoded;
import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.writer.CommitResult.CommittedRecord;
import io.github.dynamooutbox.writer.TransactionCancelledException.Reason;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The writer against a real DynamoDB API. Every test has an order of its own. */
class OutboxIT {
  private static final Instant NOW = Instant.parse("2026-11-21T10:15:30.123Z");

  private static final String CUSTOMERS = AwsUnderTest.unique("customers");

  private static OrdersTable table;
  private static Outbox outbox;

  @BeforeAll
  static void start() {
    table = new OrdersTable();
    outbox =
        Outbox.builder(table.client())
            .table(OrdersTable.NAME)
            .source("/shop/orders")
            .clock(InstantSource.fixed(NOW))
            .build();
  }

  @AfterAll
  static void stop() {
    table.close();
  }

  @Test
  void recordIsStoredWithExactlyItsAttributes() {
    Aggregate order = Aggregate.of("Order", "exact").at(3);
    outbox
        .transaction()
        .tenant("acme")
        .events(
            order,
            Event.of("OrderPlaced", Map.of("total", 12)).id("e-1").header("user", "u-1"),
            Event.ofBytes("OrderScanned", new byte[] {1, 2}, "image/png").id("e-2").time(NOW))
        .commit();

    AttributeValue millis = AttributeValue.fromN(Long.toString(NOW.toEpochMilli()));
    Map<String, AttributeValue> placed =
        Map.of(
            "id", Items.text("e-1"),
            "type", Items.text("OrderPlaced"),
            "time", millis,
            "contentType", Items.text("application/json"),
            "data", Items.text("{\"total\":12}"),
            "headers", AttributeValue.fromM(Map.of("user", Items.text("u-1"))));
    Map<String, AttributeValue> scanned =
        Map.of(
            "id", Items.text("e-2"),
            "type", Items.text("OrderScanned"),
            "time", millis,
            "contentType", Items.text("image/png"),
            "data", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {1, 2})));
    assertThat(table.rawRecords(order))
        .containsExactly(
            Map.ofEntries(
                Map.entry("PK", Items.text("OUTBOX#Order#exact")),
                Map.entry("SK", Items.text("0000000000000000003")),
                Map.entry("v", AttributeValue.fromN("1")),
                Map.entry("aggregateType", Items.text("Order")),
                Map.entry("aggregateId", Items.text("exact")),
                Map.entry("sequence", AttributeValue.fromN("3")),
                Map.entry(
                    "events",
                    AttributeValue.fromL(
                        List.of(AttributeValue.fromM(placed), AttributeValue.fromM(scanned)))),
                Map.entry("source", Items.text("/shop/orders")),
                Map.entry("writtenAt", millis),
                Map.entry("region", Items.text("us-east-1")),
                Map.entry("tenant", Items.text("acme")),
                Map.entry("ttl", AttributeValue.fromN("1795860930"))));
  }

  @Test
  void resultSaysWhereTheRecordsAre() {
    Aggregate versioned = Aggregate.of("Order", "result").at(1);
    Aggregate other = Aggregate.of("Payment", "result");
    CommitResult result =
        outbox
            .transaction()
            .events(versioned, Event.of("A", 1), Event.of("B", 2))
            .events(other, Event.of("C", 3))
            .commit();

    List<Decoded> stored = List.of(table.records(versioned).get(0), table.records(other).get(0));
    assertThat(result.records())
        .extracting(CommittedRecord::key)
        .isEqualTo(stored.stream().map(Decoded::key).toList());
    assertThat(result.eventIds())
        .isEqualTo(
            stored.stream()
                .flatMap(decoded -> decoded.record().events().stream())
                .map(OutboxEvent::id)
                .toList());
    assertThat(result.writtenAt()).isEqualTo(stored.get(0).record().context().writtenAt());
  }

  @Test
  void businessItemAndRecordAreWrittenTogether() {
    Aggregate order = Aggregate.of("Order", "together").at(1);
    outbox
        .transaction()
        .put(Items.order("together"), "attribute_not_exists(PK)")
        .events(order, Event.of("OrderPlaced", Map.of()))
        .commit();

    assertThat(table.item(OrdersTable.NAME, Items.orderKey("together")))
        .isEqualTo(Items.order("together"));
    assertThat(table.records(order)).hasSize(1);
  }

  @Test
  void failedConditionWritesNothing() {
    Aggregate order = Aggregate.of("Order", "failed").at(1);
    assertThatExceptionOfType(ConditionFailedException.class)
        .isThrownBy(
            () ->
                outbox
                    .transaction()
                    .put(Items.order("failed"))
                    .check(Items.orderKey("missing"), "attribute_exists(PK)")
                    .events(order, Event.of("OrderPlaced", Map.of()))
                    .commit())
        .satisfies(
            e ->
                assertThat(e.reasons())
                    .containsExactly(
                        new Reason(
                            new ActionRef(
                                1,
                                "",
                                "condition check",
                                OrdersTable.NAME,
                                "PK=ORDER#missing, SK=ORDER"),
                            "ConditionalCheckFailed")));

    assertThat(table.item(OrdersTable.NAME, Items.orderKey("failed"))).isEmpty();
    assertThat(table.records(order)).isEmpty();
  }

  @Test
  void positionIsTakenOnce() {
    Aggregate order = Aggregate.of("Order", "taken").at(5);
    outbox.transaction().events(order, Event.of("First", 1)).commit();

    assertThatExceptionOfType(VersionTakenException.class)
        .isThrownBy(
            () ->
                outbox
                    .transaction()
                    .put(Items.order("taken"))
                    .events(order, Event.of("Second", 2))
                    .commit())
        .satisfies(
            e -> {
              assertThat(e.aggregate()).isEqualTo(order.key());
              assertThat(e.version()).isEqualTo(5);
            });

    assertThat(table.item(OrdersTable.NAME, Items.orderKey("taken"))).isEmpty();
    assertThat(table.records(order).get(0).record().events())
        .extracting(OutboxEvent::type)
        .containsExactly("First");
  }

  @Test
  void recordsWithoutSequenceKeepTheOrderOfTheirCommits() {
    Aggregate order = Aggregate.of("Order", "unsequenced");
    for (int i = 0; i < 5; i++) {
      outbox.transaction().events(order, Event.of("E" + i, i)).commit();
    }
    assertThat(table.records(order))
        .extracting(decoded -> decoded.record().events().get(0).type())
        .containsExactly("E0", "E1", "E2", "E3", "E4");
  }

  @Test
  void everyKindOfActionInSeveralTables() {
    table.create(CUSTOMERS);
    table.client().putItem(put -> put.tableName(OrdersTable.NAME).item(Items.order("kinds-1")));
    table.client().putItem(put -> put.tableName(OrdersTable.NAME).item(Items.order("kinds-2")));
    table.client().putItem(put -> put.tableName(CUSTOMERS).item(Items.order("kinds-3")));

    outbox
        .transaction()
        .update(
            update ->
                update
                    .key(Items.orderKey("kinds-1"))
                    .updateExpression("SET #total = #total + :more")
                    .expressionAttributeNames(Map.of("#total", "total"))
                    .expressionAttributeValues(Map.of(":more", AttributeValue.fromN("3"))))
        .delete(Items.orderKey("kinds-2"), "attribute_exists(PK)")
        .check(
            check ->
                check
                    .tableName(CUSTOMERS)
                    .key(Items.orderKey("kinds-3"))
                    .conditionExpression("attribute_exists(PK)"))
        .put(put -> put.tableName(CUSTOMERS).item(Items.order("kinds-4")))
        .events(Aggregate.of("Order", "kinds").at(1), Event.of("Done", Map.of()))
        .commit();

    assertThat(table.item(OrdersTable.NAME, Items.orderKey("kinds-1")).get("total").n())
        .isEqualTo("15");
    assertThat(table.item(OrdersTable.NAME, Items.orderKey("kinds-2"))).isEmpty();
    assertThat(table.item(CUSTOMERS, Items.orderKey("kinds-4"))).isNotEmpty();
  }

  @Test
  void greatestRecordIsAcceptedByDynamoDb() {
    Aggregate order = Aggregate.of("Order", "greatest").at(1);
    Event fitting = Event.ofText("Big", "", "text/plain").id("e-1");
    outbox.transaction().events(order, fitting).commit();
    int empty = (int) RecordSize.of(new SdkItem(table.rawRecords(order).get(0)));
    String text = "x".repeat(FormatLimits.MAX_RECORD_BYTES - empty);

    outbox
        .transaction()
        .events(order.at(2), Event.ofText("Big", text, "text/plain").id("e-1"))
        .commit();

    assertThat(table.records(order).get(1).record().events().get(0).data())
        .isEqualTo(Payload.of(text));
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(
            () ->
                outbox
                    .transaction()
                    .events(order.at(3), Event.ofText("Big", text + "x", "text/plain").id("e-1"))
                    .commit())
        .withMessageContaining(String.valueOf(FormatLimits.MAX_RECORD_BYTES + 1));
    assertThat(table.records(order)).hasSize(2);
  }
}

package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.sdk.SdkItem;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The limits that are checked here are those of DynamoDB, to the byte. */
class LimitsIT {
  private static final int ITEM_LIMIT = 400 * 1024;
  private static final int TRANSACTION_LIMIT = 4 * 1024 * 1024;
  private static final Aggregate ORDER = Aggregate.of("Order", "limits");

  private static OrdersTable table;
  private static Outbox outbox;

  /** It stands still: a number's size depends on its digits, and a record has the time in it. */
  private static InstantSource clock;

  @BeforeAll
  static void start() {
    table = new OrdersTable();
    clock = InstantSource.fixed(Instant.now());
    outbox = on(table.client());
  }

  @AfterAll
  static void stop() {
    table.close();
  }

  static Stream<AttributeValue> values() {
    Stream<AttributeValue> numbers =
        Stream.of(
                "0",
                "1",
                "12",
                "123",
                "-12",
                "0.01",
                "1.5",
                "12.5",
                "1000",
                "-12345.678",
                "1E+125",
                "0.000123",
                "9007199254740993",
                "12345678901234567890123456789012345678",
                "-1.2345678901234567890123456789012345678")
            .map(AttributeValue::fromN);
    SdkBytes bytes = SdkBytes.fromByteArray(new byte[7]);
    return Stream.concat(
        numbers,
        Stream.of(
            Items.text("é😀"),
            AttributeValue.fromBool(true),
            AttributeValue.fromNul(true),
            AttributeValue.fromB(bytes),
            AttributeValue.fromL(List.of()),
            AttributeValue.fromL(List.of(Items.text("a"), AttributeValue.fromN("12"))),
            AttributeValue.fromM(Map.of("k", AttributeValue.fromL(List.of(Items.text("a"))))),
            AttributeValue.fromSs(List.of("a", "bc")),
            AttributeValue.fromNs(List.of("1", "23")),
            AttributeValue.fromBs(List.of(bytes))));
  }

  @ParameterizedTest
  @MethodSource("values")
  void itemsAreMeasuredAsDynamoDbMeasuresThem(AttributeValue value) {
    Map<String, AttributeValue> item = sized(Map.of("value", value), "value", ITEM_LIMIT);
    table.client().putItem(put -> put.tableName(OrdersTable.NAME).item(item));

    Map<String, AttributeValue> larger = sized(Map.of("value", value), "value", ITEM_LIMIT + 1);
    assertThatExceptionOfType(DynamoDbException.class)
        .isThrownBy(
            () -> table.client().putItem(put -> put.tableName(OrdersTable.NAME).item(larger)))
        .withMessageContaining("size");
  }

  @Test
  void itemOf400KilobytesIsTakenAndNoMore() {
    event(outbox.transaction().put(sized(Map.of(), "item", ITEM_LIMIT))).commit();

    Map<String, AttributeValue> larger = sized(Map.of(), "item", ITEM_LIMIT + 1);
    assertThat(violation(event(outbox.transaction().put(larger))))
        .isEqualTo(
            new Violation.ItemTooLarge(
                "action 0 (put, table "
                    + OrdersTable.NAME
                    + ", PK="
                    + larger.get("PK").s()
                    + ", SK="
                    + larger.get("SK").s()
                    + ")",
                ITEM_LIMIT + 1,
                ITEM_LIMIT));
    assertRefused(List.of(put(larger)), "Item size has exceeded");
  }

  @Test
  void transactionOf4MegabytesIsTakenAndNoMore() {
    FakeDynamoDb recorder = new FakeDynamoDb();
    Outbox recorded = on(recorder);
    Violation over = violation(of4Megabytes(recorded, ITEM_LIMIT));
    assertThat(over).isInstanceOf(Violation.TransactionTooLarge.class);
    long excess = ((Violation.TransactionTooLarge) over).bytes() - TRANSACTION_LIMIT;
    int fitting = ITEM_LIMIT - (int) excess;

    of4Megabytes(recorded, fitting).commit();
    of4Megabytes(outbox, fitting).commit();

    Violation oneMore = violation(of4Megabytes(recorded, fitting + 1));
    assertThat(oneMore)
        .isEqualTo(
            new Violation.TransactionTooLarge(
                OrdersTable.NAME, TRANSACTION_LIMIT + 1, TRANSACTION_LIMIT));
    List<TransactWriteItem> items = new ArrayList<>(recorder.request().transactItems());
    items.set(0, put(sized(Map.of(), "whole-last", fitting + 1)));
    assertRefused(items, "Payload Size: " + (TRANSACTION_LIMIT + 1));
  }

  /** Every kind of action, with names and values, and items that fill the rest. */
  private static OutboxTransaction of4Megabytes(Outbox on, int last) {
    OutboxTransaction transaction =
        event(on.transaction())
            .put(sized(Map.of(), "whole-last", last))
            .update(
                update ->
                    update
                        .key(key("whole-update"))
                        .updateExpression("SET #n = :v")
                        .conditionExpression("attribute_not_exists(#n) OR #n = :v")
                        .expressionAttributeNames(Map.of("#n", "name"))
                        .expressionAttributeValues(Map.of(":v", AttributeValue.fromN("123"))))
            .delete(key("whole-delete"), "attribute_not_exists(gone)")
            .check(key("whole-check"), "attribute_not_exists(PK)");
    for (int i = 0; i < 10; i++) {
      transaction.put(sized(Map.of(), "whole-" + i, ITEM_LIMIT - 5));
    }
    return transaction;
  }

  @Test
  void hundredActionsAreTakenAndNoMore() {
    List<TransactWriteItem> items = new ArrayList<>();
    for (int i = 0; i < 101; i++) {
      items.add(put(key("count-" + i)));
    }
    OutboxTransaction hundred = event(outbox.transaction());
    items.subList(0, 99).forEach(hundred::add);
    hundred.commit();

    OutboxTransaction more = event(outbox.transaction());
    items.subList(0, 100).forEach(more::add);
    assertThat(violation(more))
        .isEqualTo(new Violation.TooManyActions(OrdersTable.NAME, 100, 1, 0, 0, 100));
    assertRefused(items, "less than or equal to 100");
  }

  @Test
  void keysOf2048And1024BytesAreTakenAndNoMore() {
    Map<String, AttributeValue> longest =
        Map.of("PK", Items.text("k".repeat(2048)), "SK", Items.text("k".repeat(1024)));
    event(outbox.transaction().put(longest)).commit();

    for (Map<String, AttributeValue> item :
        List.of(
            Map.of("PK", Items.text("k".repeat(2049)), "SK", Items.text("k")),
            Map.of("PK", Items.text("k"), "SK", Items.text("k".repeat(1025))))) {
      assertThat(violation(event(outbox.transaction().put(item))))
          .isInstanceOf(Violation.KeyTooLong.class);
      assertThatExceptionOfType(DynamoDbException.class)
          .isThrownBy(() -> table.client().transactWriteItems(tx -> tx.transactItems(put(item))));
    }
  }

  @Test
  void emptyKeysAndTwoActionsOnOneItemAreRefusedByDynamoDbToo() {
    Map<String, AttributeValue> empty = Map.of("PK", Items.text(""), "SK", Items.text("k"));
    assertThat(violation(event(outbox.transaction().put(empty))))
        .isInstanceOf(Violation.InvalidKey.class);
    assertRefused(List.of(put(empty)), "empty string value");

    TransactWriteItem twice = put(key("twice"));
    assertThat(violation(event(outbox.transaction().add(twice).add(twice))))
        .isInstanceOf(Violation.SameItem.class);
    assertRefused(List.of(twice, twice), "multiple operations on one item");
  }

  private static Outbox on(DynamoDbClient client) {
    return Outbox.builder(client).table(OrdersTable.NAME).source("/s").clock(clock).build();
  }

  private static Violation violation(OutboxTransaction transaction) {
    return catchThrowableOfType(InvalidTransactionException.class, transaction::commit).violation();
  }

  private static void assertRefused(List<TransactWriteItem> items, String message) {
    assertThatExceptionOfType(DynamoDbException.class)
        .isThrownBy(() -> table.client().transactWriteItems(tx -> tx.transactItems(items)))
        .withMessageContaining(message);
  }

  private static OutboxTransaction event(OutboxTransaction transaction) {
    return transaction.events(ORDER, Event.of("OrderPlaced", 1));
  }

  private static TransactWriteItem put(Map<String, AttributeValue> item) {
    return TransactWriteItem.builder()
        .put(put -> put.tableName(OrdersTable.NAME).item(item))
        .build();
  }

  private static Map<String, AttributeValue> key(String id) {
    return Map.of("PK", Items.text("LIMIT#" + id), "SK", Items.text("x"));
  }

  private static Map<String, AttributeValue> sized(
      Map<String, AttributeValue> base, String id, int bytes) {
    Map<String, AttributeValue> item = new HashMap<>(base);
    item.putAll(key(id));
    int rest = bytes - (int) RecordSize.of(new SdkItem(item)) - "blob".length();
    item.put("blob", Items.text("x".repeat(rest)));
    return item;
  }
}

package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.sdk.SdkItem;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** How much a transaction, an item, a record and a key take, and not a byte more. */
class TransactionSizesTest {
  private static final Aggregate ORDER = Aggregate.of("Order", "42");
  private static final Event EVENT = Event.of("OrderPlaced", Map.of());

  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final Outbox outbox = Rules.outbox(dynamoDb);
  private final AtomicLong bytes = new AtomicLong();

  @Test
  void aHundredActionsAreTakenAndNoMore() {
    withPuts(99).commit();
    assertThat(dynamoDb.request().transactItems()).hasSize(100);
    assertThat(Rules.violation(dynamoDb, withPuts(100)))
        .isEqualTo(new Violation.TooManyActions("orders", 100, 1, 0, 0, 100));
  }

  private OutboxTransaction withPuts(int count) {
    OutboxTransaction transaction = outbox.transaction().events(ORDER, EVENT);
    for (int i = 0; i < count; i++) {
      transaction.put(Items.order("o-" + i));
    }
    return transaction;
  }

  @Test
  void recordOf390KilobytesIsTakenAndNoMore() {
    int room = FormatLimits.MAX_RECORD_BYTES - (int) sizeOfRecordWith("");
    assertThat(sizeOfRecordWith("x".repeat(room))).isEqualTo(FormatLimits.MAX_RECORD_BYTES);
    Violation tooLarge = Rules.violation(dynamoDb, withText("x".repeat(room + 1)));
    assertThat(tooLarge)
        .isInstanceOfSatisfying(
            Violation.RecordTooLarge.class,
            it -> {
              assertThat(it.aggregate()).isEqualTo(ORDER.key());
              assertThat(it.bytes()).isEqualTo(390 * 1024 + 1);
              assertThat(it.limit()).isEqualTo(390 * 1024);
              assertThat(it.largest().id()).isEqualTo("e-1");
              assertThat(it.largest().type()).isEqualTo("A");
              assertThat(it.largest().bytes()).isGreaterThan(room);
            });
    assertThat(tooLarge.message())
        .contains("outbox record of Order#42: its 1 events take 399361 bytes; the limit is 399360")
        .contains("the largest is event e-1 of type A with");
  }

  private long sizeOfRecordWith(String text) {
    withText(text).commit();
    return RecordSize.of(new SdkItem(dynamoDb.request().transactItems().get(0).put().item()));
  }

  private OutboxTransaction withText(String text) {
    return outbox.transaction().events(ORDER, Event.ofText("A", text, "text/plain").id("e-1"));
  }

  @Test
  void itemOf400KilobytesIsTakenAndNoMore() {
    int room = 400 * 1024 - (int) RecordSize.of(new SdkItem(orderOf(0)));
    outbox.transaction().put(orderOf(room)).events(ORDER, EVENT).commit();

    assertThat(
            Rules.violation(
                dynamoDb, outbox.transaction().put(orderOf(room + 1)).events(ORDER, EVENT)))
        .isEqualTo(
            new Violation.ItemTooLarge(
                "action 0 (put, table orders, PK=ORDER#1, SK=ORDER)", 400 * 1024 + 1, 400 * 1024));
  }

  @Test
  void transactionOf4MegabytesIsTakenAndNoMore() {
    large(1).commit();
    int room = 4 * 1024 * 1024 - (int) bytes.get() + 1;
    large(room).commit();

    assertThat(bytes).hasValue(4 * 1024 * 1024);
    assertThat(Rules.violation(dynamoDb, large(room + 1)))
        .isEqualTo(
            new Violation.TransactionTooLarge("orders", 4 * 1024 * 1024 + 1, 4 * 1024 * 1024));
  }

  /** Almost all of its bytes are in values of expressions. */
  private OutboxTransaction large(int last) {
    OutboxTransaction transaction =
        Outbox.builder(dynamoDb)
            .table("orders")
            .source("/s")
            .clock(Rules.CLOCK)
            .listener(report -> bytes.set(report.bytes()))
            .build()
            .transaction()
            .events(ORDER, EVENT);
    for (int i = 0; i < 11; i++) {
      String id = "o-" + i;
      AttributeValue value = Items.text("x".repeat(i == 10 ? last : 400_000));
      transaction.update(
          update ->
              update
                  .key(Items.orderKey(id))
                  .updateExpression("SET a = :a")
                  .expressionAttributeValues(Map.of(":a", value)));
    }
    return transaction;
  }

  private static Map<String, AttributeValue> orderOf(int bytes) {
    Map<String, AttributeValue> item = new HashMap<>(Items.order("1"));
    item.put("blob", Items.text("x".repeat(bytes)));
    return item;
  }

  @Test
  void keyOver2048Bytes() {
    Aggregate longId = Aggregate.of("Order", "x".repeat(2048 - "OUTBOX#Order#".length()));
    outbox.transaction().events(longId, EVENT).commit();
    Aggregate tooLong = Aggregate.of("Order", longId.key().id() + "x");
    assertThat(Rules.violation(dynamoDb, outbox.transaction().events(tooLong, EVENT)))
        .isEqualTo(
            new Violation.KeyTooLong(
                "outbox record of an aggregate of type Order", "PK", 2049, 2048));
  }
}

package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class TransactionRulesTest {
  private static final Aggregate ORDER = Aggregate.of("Order", "42");
  private static final Event EVENT = Event.of("OrderPlaced", Map.of());

  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();

  private final Outbox outbox = Rules.outbox(dynamoDb);

  @Test
  void transactionWithoutEvents() {
    assertThat(Rules.violation(dynamoDb, outbox.transaction().put(Items.order("1"))))
        .isEqualTo(new Violation.NoEvents("transaction on table orders"));
  }

  @Test
  void transactionWhoseEventsAreOptional() {
    outbox.transaction().eventsOptional().put(Items.order("1")).commit();

    assertThat(dynamoDb.request().transactItems()).hasSize(1);
    assertThat(Rules.violation(dynamoDb, outbox.transaction().eventsOptional()))
        .isEqualTo(new Violation.NoEvents("transaction on table orders"));
  }

  @Test
  void twoActionsOnOneItem() {
    assertInvalid(
        outbox
            .transaction()
            .put(Items.order("1"))
            .put(Items.order("2"))
            .check(Items.orderKey("1"), "attribute_exists(PK)")
            .events(ORDER, EVENT),
        "action 2 (condition check, table orders, PK=ORDER#1, SK=ORDER): is on the same item as"
            + " action 0 (put, table orders, PK=ORDER#1, SK=ORDER)");
  }

  @Test
  void sameKeyInAnotherTableIsAnotherItem() {

    outbox
        .transaction()
        .delete(Items.orderKey("1"))
        .delete(delete -> delete.tableName("archive").key(Items.orderKey("1")))
        .events(ORDER, EVENT)
        .commit();
    assertThat(dynamoDb.requests).hasSize(1);
  }

  @Test
  void twoDeletesOfOneItemInAnotherTable() {
    assertInvalid(
        outbox
            .transaction()
            .delete(delete -> delete.tableName("archive").key(Items.orderKey("1")))
            .delete(delete -> delete.tableName("archive").key(Items.orderKey("1")))
            .events(ORDER, EVENT),
        "action 1 (delete, table archive, PK=ORDER#1, SK=ORDER): is on the same item");
  }

  @Test
  void itemThatPosesAsARecord() {
    Map<String, AttributeValue> item =
        Map.of("PK", Items.text("OUTBOX#Order#42"), "SK", Items.text("x"));
    assertInvalid(outbox.transaction().put(item).events(ORDER, EVENT), "starts with OUTBOX#");
    assertInvalid(
        outbox
            .transaction()
            .update(update -> update.key(item).updateExpression("SET a = b"))
            .events(ORDER, EVENT),
        "starts with OUTBOX#");
  }

  @Test
  void recordsMayBeDeletedCheckedAndKeptInOtherTables() {
    Map<String, AttributeValue> key =
        Map.of("PK", Items.text("OUTBOX#Order#1"), "SK", Items.text("x"));
    outbox.transaction().delete(key).events(ORDER, EVENT).commit();
    outbox.transaction().check(key, "attribute_exists(PK)").events(ORDER, EVENT).commit();
    outbox.transaction().put(p -> p.tableName("copy").item(key)).events(ORDER, EVENT).commit();
    assertThat(dynamoDb.requests).hasSize(3);
  }

  @Test
  void sameEventIdTwice() {
    assertInvalid(
        outbox
            .transaction()
            .events(ORDER, EVENT.id("same"))
            .events(Aggregate.of("Payment", "1"), EVENT.id("same")),
        "the event id same occurs twice");
    assertInvalid(
        outbox.transaction().events(ORDER, EVENT.id("same"), EVENT.id("same")),
        "the event id same occurs twice");
    assertInvalid(
        outbox
            .transaction()
            .events(ORDER, EVENT.id("one"))
            .events(Aggregate.of("Payment", "1"), EVENT.id("same"))
            .events(Aggregate.of("Payment", "2"), EVENT.id("other"), EVENT.id("same")),
        "outbox record of Payment#2: the event id same occurs twice");
  }

  @Test
  void attributeValueWithoutType() {
    AttributeValue untyped = AttributeValue.builder().build();
    assertThat(
            Rules.violation(
                dynamoDb, outbox.transaction().put(Map.of("PK", untyped)).events(ORDER, EVENT)))
        .isEqualTo(new Violation.UntypedValue("action 0 (put, table orders)", "PK"));

    Map<String, AttributeValue> nested = new HashMap<>(Items.order("1"));
    nested.put(
        "lines",
        AttributeValue.fromL(
            List.of(Items.text("a"), AttributeValue.fromM(Map.of("price", untyped)))));
    assertInvalid(
        outbox.transaction().put(Items.order("2")).put(nested).events(ORDER, EVENT),
        "action 1 (put, table orders, PK=ORDER#1, SK=ORDER): the attribute lines[1].price has no"
            + " value");

    assertInvalid(
        outbox
            .transaction()
            .update(
                update ->
                    update
                        .key(Items.orderKey("1"))
                        .updateExpression("SET a = :a")
                        .expressionAttributeValues(Map.of(":a", untyped)))
            .events(ORDER, EVENT),
        "action 0 (update, table orders, PK=ORDER#1, SK=ORDER): the attribute :a has no value");
  }

  @Test
  void emptyTextsBeforeItAreNotTakenForIt() {
    Map<String, AttributeValue> item = new LinkedHashMap<>(Items.order("1"));
    item.put("empty", Items.text(""));
    item.put(
        "list", AttributeValue.fromL(List.of(Items.text(""), AttributeValue.builder().build())));
    assertInvalid(
        outbox.transaction().put(item).events(ORDER, EVENT), "the attribute list[1] has no value");
  }

  @Test
  void nullInAnItemIsNamed() {
    Map<String, AttributeValue> item = new HashMap<>(Items.order("1"));
    item.put("note", null);
    assertInvalid(
        outbox.transaction().put(item).events(ORDER, EVENT),
        "action 0 (put, table orders, PK=ORDER#1, SK=ORDER): the attribute note has no value");
  }

  @Test
  void nullArgumentsAreNamed() {
    assertNull(
        () -> outbox.transaction().put((Map<String, AttributeValue>) null), "the item of a put");
    assertNull(
        () -> outbox.transaction().delete((Map<String, AttributeValue>) null), "the key of a");
    assertNull(() -> outbox.transaction().add(null), "an action");
    assertNull(() -> outbox.transaction().events(null, EVENT), "the aggregate of events");
    assertNull(() -> outbox.transaction().events(ORDER, EVENT, null), "an event of Order#42");
    assertNull(() -> outbox.transaction().idempotencyKey(null), "the idempotency key");
    assertNull(() -> outbox.transaction().user(null), "the user");
    assertNull(() -> Aggregate.of("Order", null), "the id of an aggregate of type Order");
    assertNull(() -> Event.of("A", null), "the payload of an event of type A");
    assertNull(() -> Event.ofText("A", null, "text/plain"), "the text of an event");
    assertNull(() -> EVENT.header("channel", null), "the value of header");
    assertNull(() -> EVENT.header(null, "web"), "the name of a header");
  }

  private static void assertNull(ThrowingCallable call, String what) {
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(call)
        .withMessageContaining(what)
        .withMessageEndingWith("is null");
  }

  @Test
  void rejectedTransactionCanBeCorrectedAndCommitted() {
    OutboxTransaction transaction = outbox.transaction().put(Items.order("1"));
    assertInvalid(transaction, "raises no events");

    transaction.events(ORDER, EVENT).commit();

    assertThat(dynamoDb.requests).hasSize(1);
    assertThatIllegalStateException()
        .isThrownBy(transaction::commit)
        .withMessageContaining("has already been sent");
  }

  @Test
  void tableNamedByItsArnIsTheSameTable() {
    String arn = "arn:aws:dynamodb:eu-central-1:123456789012:table/orders";
    Map<String, AttributeValue> record =
        Map.of("PK", Items.text("OUTBOX#Order#42"), "SK", Items.text("x"));
    assertInvalid(
        outbox.transaction().put(put -> put.tableName(arn).item(record)).events(ORDER, EVENT),
        "starts with OUTBOX#");
    assertInvalid(
        outbox
            .transaction()
            .put(Items.order("1"))
            .delete(delete -> delete.tableName(arn).key(Items.orderKey("1")))
            .events(ORDER, EVENT),
        "is on the same item");
    Outbox byArn = Outbox.builder(dynamoDb).table(arn).source("/s").build();
    assertInvalid(
        byArn.transaction().put(put -> put.tableName("orders").item(record)).events(ORDER, EVENT),
        "starts with OUTBOX#");
    byArn.transaction().put(Items.order("1")).events(ORDER, EVENT).commit();
    assertThat(dynamoDb.request().transactItems().get(0).put().tableName()).isEqualTo(arn);
  }

  @Test
  void twoVersionsOfOneAggregate() {
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(
            () -> outbox.transaction().events(ORDER.at(1), EVENT).events(ORDER.at(2), EVENT))
        .withMessageContaining("at version 1 and at version 2");
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(() -> outbox.transaction().events(ORDER, EVENT).events(ORDER.at(2), EVENT))
        .withMessageContaining("without a version and at version 2");
  }

  @Test
  void noEventsForAnAggregate() {
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(() -> outbox.transaction().events(ORDER, List.of()))
        .withMessageContaining("Order#42: raises no events");
  }

  private void assertInvalid(OutboxTransaction transaction, String message) {
    int before = dynamoDb.requests.size();
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(transaction::commit)
        .withMessageContaining(message);
    assertThat(dynamoDb.requests).hasSize(before);
  }
}

package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

class DistinctItemsTest {
  private static final String KEY = "PK=OUTBOX#Order#42, SK=0000000000000000003";

  private static final Aggregate ORDER = Aggregate.of("Order", "42").at(3);
  private static final Event EVENT = Event.of("OrderPlaced", 1);

  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final Outbox outbox =
      Outbox.builder(dynamoDb).table("orders").source("/shop/orders").build();

  @Test
  void putAndCheckOfOneItemInAnotherTable() {
    Map<String, AttributeValue> key = Map.of("id", Items.text("1"));
    Map<String, AttributeValue> item = Map.of("id", Items.text("1"), "a", Items.text("b"));
    assertSame(
        outbox
            .transaction()
            .put(put -> put.tableName("archive").item(item))
            .check(
                check ->
                    check
                        .tableName("archive")
                        .key(key)
                        .conditionExpression("attribute_exists(id)")));
  }

  @Test
  void equalPutsIntoATableWhoseKeyIsNotKnown() {
    Map<String, AttributeValue> item = Map.of("id", Items.text("1"));
    assertSame(
        outbox
            .transaction()
            .put(put -> put.tableName("archive").item(item))
            .put(put -> put.tableName("archive").item(item)));
  }

  @Test
  void numbersAreOneKeyHoweverTheyAreWritten() {
    assertSame(
        outbox
            .transaction()
            .delete(delete -> delete.tableName("archive").key(number("10")))
            .delete(delete -> delete.tableName("archive").key(number("1.0E1"))));
  }

  @Test
  void otherKeysInAnotherTableAreOtherItems() {
    OutboxTransaction transaction = outbox.transaction();
    for (AttributeValue id :
        List.of(
            AttributeValue.fromN("10"),
            AttributeValue.fromN("11"),
            AttributeValue.fromS("10"),
            AttributeValue.fromB(SdkBytes.fromUtf8String("10")),
            AttributeValue.fromB(SdkBytes.fromUtf8String("11")),
            AttributeValue.fromN("ten"),
            AttributeValue.fromN("eleven"))) {
      transaction.delete(delete -> delete.tableName("archive").key(Map.of("id", id)));
    }
    transaction
        .put(put -> put.tableName("copies").item(number("1")))
        .put(put -> put.tableName("copies").item(number("2")))
        .events(ORDER, EVENT)
        .commit();

    assertThat(dynamoDb.request().transactItems()).hasSize(10);
  }

  @Test
  void bytesAndWhatDynamoDbWillRefuseAsANumberAreOneKeyIfTheyAreEqual() {
    for (AttributeValue id :
        List.of(AttributeValue.fromB(SdkBytes.fromUtf8String("10")), AttributeValue.fromN("ten"))) {
      assertSame(
          outbox
              .transaction()
              .delete(delete -> delete.tableName("archive").key(Map.of("id", id)))
              .delete(delete -> delete.tableName("archive").key(Map.of("id", id))));
    }
  }

  @Test
  void callersDeletesAndChecksOfTheOutboxsOwnItems() {
    Outbox strict = Outbox.builder(dynamoDb).table("orders").source("/s").strictOrder(true).build();
    for (String version : List.of("0000000000000000002", "0000000000000000003")) {
      Map<String, AttributeValue> key =
          Map.of("PK", Items.text("OUTBOX#Order#42"), "SK", Items.text(version));
      assertSame(strict.transaction().put(Items.order("1")).delete(key));
      assertSame(strict.transaction().put(Items.order("1")).check(key, "attribute_exists(PK)"));
    }
  }

  private static Map<String, AttributeValue> number(String text) {
    return Map.of("id", AttributeValue.fromN(text));
  }

  @Test
  void callersCheckOfTheRecordThatIsWritten() {
    Map<String, AttributeValue> key =
        Map.of("PK", Items.text("OUTBOX#Order#42"), "SK", Items.text("0000000000000000003"));
    OutboxTransaction transaction =
        outbox.transaction().check(key, "attribute_not_exists(PK)").events(ORDER, EVENT);
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(transaction::commit)
        .satisfies(
            e ->
                assertThat(e.violation())
                    .isEqualTo(
                        new Violation.SameItem(
                            "action 1 (outbox record of Order#42, table orders, " + KEY + ")",
                            "action 0 (condition check, table orders, " + KEY + ")")));
  }

  /** Compares all pairs; a set of keys per table must come to the same result. */
  @Test
  void anyTransactionIsRefusedIfAndOnlyIfTwoActionsHaveOneKey() {
    int refused = 0;
    for (long seed = 0; seed < 500; seed++) {
      Random random = Rules.random(seed);
      List<TransactWriteItem> actions = new ArrayList<>();
      for (int i = 2 + random.nextInt(4); i > 0; i--) {
        actions.add(action(random));
      }
      OutboxTransaction transaction = outbox.transaction().eventsOptional();
      actions.forEach(transaction::add);
      boolean isRefused = catchThrowable(transaction::commit) != null;

      assertThat(isRefused).as("seed %d: %s", seed, actions).isEqualTo(hasTwoOfOneItem(actions));
      refused += isRefused ? 1 : 0;
    }
    assertThat(refused).isBetween(100, 400);
  }

  private static TransactWriteItem action(Random random) {
    String table = List.of("orders", "archive").get(random.nextInt(2));
    Map<String, AttributeValue> key =
        Map.of(
            "PK", Items.text("p" + random.nextInt(3)), "SK", Items.text("s" + random.nextInt(2)));
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put("a", Items.text("a" + random.nextInt(2)));
    return switch (random.nextInt(8)) {
      case 0 ->
          TransactWriteItem.builder()
              .update(it -> it.tableName(table).key(key).updateExpression("REMOVE b"))
              .build();
      case 1 -> TransactWriteItem.builder().delete(it -> it.tableName(table).key(key)).build();
      default -> TransactWriteItem.builder().put(it -> it.tableName(table).item(item)).build();
    };
  }

  /** The key of a table is known if it is the outbox's, or if an action names one. */
  private static boolean hasTwoOfOneItem(List<TransactWriteItem> actions) {
    Set<String> known = new HashSet<>(Set.of("orders"));
    for (TransactWriteItem action : actions) {
      if (action.update() != null) {
        known.add(action.update().tableName());
      } else if (action.delete() != null) {
        known.add(action.delete().tableName());
      }
    }
    Set<List<Object>> items = new HashSet<>();
    for (TransactWriteItem action : actions) {
      if (!items.add(item(action, known))) {
        return true;
      }
    }
    return false;
  }

  private static List<Object> item(TransactWriteItem action, Set<String> known) {
    if (action.update() != null) {
      return List.of(action.update().tableName(), action.update().key());
    }
    if (action.delete() != null) {
      return List.of(action.delete().tableName(), action.delete().key());
    }
    Map<String, AttributeValue> item = new HashMap<>(action.put().item());
    if (known.contains(action.put().tableName())) {
      item.remove("a");
    }
    return List.of(action.put().tableName(), item);
  }

  private void assertSame(OutboxTransaction transaction) {
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(() -> transaction.events(ORDER, EVENT).commit())
        .satisfies(e -> assertThat(e.violation()).isInstanceOf(Violation.SameItem.class));
    assertThat(dynamoDb.requests).isEmpty();
  }
}

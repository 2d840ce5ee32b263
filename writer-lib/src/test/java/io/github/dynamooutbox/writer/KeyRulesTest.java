package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.dynamooutbox.writer.internal.plan.ItemKeys;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class KeyRulesTest {
  private static final String X_80 = "x".repeat(80);

  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final Outbox outbox =
      Outbox.builder(dynamoDb).table("orders").source("/shop/orders").build();

  @Test
  void emptyKeys() {
    assertThat(put(key("", "x")))
        .isEqualTo(
            new Violation.InvalidKey("action 0 (put, table orders, PK=, SK=x)", "PK", "is empty"));
    assertThat(delete(key("x", "")))
        .isEqualTo(
            new Violation.InvalidKey(
                "action 0 (delete, table orders, PK=x, SK=)", "SK", "is empty"));
    assertThat(deleteElsewhere(Map.of("id", Items.text(""))))
        .isEqualTo(
            new Violation.InvalidKey("action 0 (delete, table archive, id=)", "id", "is empty"));
    assertThat(
            deleteElsewhere(
                Map.of("id", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[0])))))
        .isEqualTo(
            new Violation.InvalidKey(
                "action 0 (delete, table archive, id=0 bytes)", "id", "is empty"));
  }

  @Test
  void oversizedKeys() {
    commit(key("x".repeat(2048), "x".repeat(1024)));
    assertThat(put(key("x".repeat(2049), "x")))
        .isEqualTo(
            new Violation.KeyTooLong(
                "action 0 (put, table orders, PK=" + X_80 + "..., SK=x)", "PK", 2049, 2048));
    assertThat(put(key("é".repeat(1025), "x")))
        .isEqualTo(
            new Violation.KeyTooLong(
                "action 0 (put, table orders, PK=" + "é".repeat(80) + "..., SK=x)",
                "PK",
                2050,
                2048));
    assertThat(delete(key("x", "x".repeat(1025))))
        .isEqualTo(
            new Violation.KeyTooLong(
                "action 0 (delete, table orders, PK=x, SK=" + X_80 + "...)", "SK", 1025, 1024));
    assertThat(deleteElsewhere(Map.of("id", Items.text("x".repeat(2049)))))
        .isEqualTo(
            new Violation.KeyTooLong(
                "action 0 (delete, table archive, id=" + X_80 + "...)", "id", 2049, 2048));
  }

  @Test
  void missingKeys() {
    assertThat(put(Map.of("PK", Items.text("x"))))
        .isEqualTo(new Violation.InvalidKey("action 0 (put, table orders)", "SK", "is missing"));
    assertThat(delete(Map.of("SK", Items.text("x"))))
        .isEqualTo(
            new Violation.InvalidKey("action 0 (delete, table orders, SK=x)", "PK", "is missing"));
  }

  @Test
  void keyIsPrintedUpTo80CharactersAndWithoutItsBytes() {
    Map<String, AttributeValue> key = new HashMap<>();
    key.put("a", Items.text("x".repeat(80)));
    key.put("b", Items.text("x".repeat(81)));
    key.put("c", AttributeValue.fromN("-1.50"));
    key.put("d", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[3])));
    key.put("e", AttributeValue.fromBool(true));
    key.put("f", null);

    assertThat(ItemKeys.of(key))
        .isEqualTo(
            "a="
                + X_80
                + ", b="
                + X_80
                + "..., c=-1.50, d=3 bytes, e=a value of type BOOL, f=null");
  }

  @Test
  void keysThatAreNone() {
    assertThat(put(Map.of("PK", Items.text("x"), "SK", AttributeValue.fromN("1"))).message())
        .contains("the key attribute SK is of type N; the outbox's table has keys of type S");
    assertThat(
            delete(Map.of("PK", Items.text("x"), "SK", Items.text("x"), "a", Items.text("x")))
                .message())
        .contains("the key attribute a is not part of the table's key");
    assertThat(deleteElsewhere(Map.of("id", AttributeValue.fromBool(true))).message())
        .contains("the key attribute id is of type BOOL; keys are S, N or B");
  }

  @Test
  void numbersAreKeysElsewhere() {
    event(outbox.transaction())
        .delete(delete -> delete.tableName("archive").key(Map.of("id", AttributeValue.fromN("1"))))
        .commit();
    assertThat(dynamoDb.requests).hasSize(1);
  }

  @Test
  void keysOfTheOutboxAreReserved() {
    assertThat(put(key("OUTBOX#Order#1", "x")))
        .isEqualTo(
            new Violation.ReservedKey(
                "action 0 (put, table orders, PK=OUTBOX#Order#1, SK=x)", "OUTBOX#"));
    assertThat(put(key("OUTBOX-COMMAND#1", "x")))
        .isEqualTo(
            new Violation.ReservedKey(
                "action 0 (put, table orders, PK=OUTBOX-COMMAND#1, SK=x)", "OUTBOX-COMMAND#"));
  }

  private static Map<String, AttributeValue> key(String partition, String sort) {
    return Map.of("PK", Items.text(partition), "SK", Items.text(sort));
  }

  private void commit(Map<String, AttributeValue> item) {
    event(outbox.transaction().put(item)).commit();
  }

  private Violation put(Map<String, AttributeValue> item) {
    return violation(outbox.transaction().put(item));
  }

  private Violation delete(Map<String, AttributeValue> key) {
    return violation(outbox.transaction().delete(key));
  }

  private Violation deleteElsewhere(Map<String, AttributeValue> key) {
    return violation(outbox.transaction().delete(delete -> delete.tableName("archive").key(key)));
  }

  private Violation violation(OutboxTransaction transaction) {
    int before = dynamoDb.requests.size();
    InvalidTransactionException e =
        catchThrowableOfType(InvalidTransactionException.class, () -> event(transaction).commit());
    assertThat(dynamoDb.requests).hasSize(before);
    return e.violation();
  }

  private static OutboxTransaction event(OutboxTransaction transaction) {
    return transaction.events(Aggregate.of("Order", "42"), Event.of("OrderPlaced", 1));
  }
}

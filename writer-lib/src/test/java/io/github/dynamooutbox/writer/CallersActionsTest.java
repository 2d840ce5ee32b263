package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** All that callers can say of their own actions, and what is sent of it. */
class CallersActionsTest {
  private static final String NEW = "attribute_not_exists(PK)";
  private static final ReturnValuesOnConditionCheckFailure OLD =
      ReturnValuesOnConditionCheckFailure.ALL_OLD;
  private static final Map<String, String> NAMES = Map.of("#a", "attribute");
  private static final Map<String, AttributeValue> VALUES = Map.of(":v", Items.text("value"));

  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();

  @Test
  void callersActionsAreSentAsTheyWereGivenWithTheTableWhereNoneIsNamed() {
    List<TransactWriteItem> ready =
        List.of(
            TransactWriteItem.builder()
                .put(
                    put ->
                        put.item(Items.order("10"))
                            .conditionExpression("#a = :v")
                            .expressionAttributeNames(NAMES)
                            .expressionAttributeValues(VALUES)
                            .returnValuesOnConditionCheckFailure(OLD))
                .build(),
            TransactWriteItem.builder()
                .update(
                    update ->
                        update
                            .key(Items.orderKey("11"))
                            .updateExpression("SET #a = :v")
                            .conditionExpression("#a <> :v")
                            .expressionAttributeNames(NAMES)
                            .expressionAttributeValues(VALUES)
                            .returnValuesOnConditionCheckFailure(OLD))
                .build(),
            TransactWriteItem.builder()
                .delete(
                    delete ->
                        delete
                            .key(Items.orderKey("12"))
                            .conditionExpression("#a < :v")
                            .expressionAttributeNames(NAMES)
                            .expressionAttributeValues(VALUES)
                            .returnValuesOnConditionCheckFailure(OLD))
                .build(),
            TransactWriteItem.builder()
                .conditionCheck(
                    check ->
                        check
                            .key(Items.orderKey("13"))
                            .conditionExpression("#a > :v")
                            .expressionAttributeNames(NAMES)
                            .expressionAttributeValues(VALUES)
                            .returnValuesOnConditionCheckFailure(OLD))
                .build());
    OutboxTransaction transaction =
        Outbox.builder(dynamoDb)
            .table("orders")
            .source("/s")
            .build()
            .transaction()
            .eventsOptional()
            .put(Items.order("1"))
            .put(Items.order("2"), NEW)
            .put(put -> put.tableName("archive").item(Items.order("1")).conditionExpression(NEW))
            .update(update -> update.key(Items.orderKey("3")).updateExpression("REMOVE draft"))
            .update(
                update ->
                    update.tableName("archive").key(Items.orderKey("3")).updateExpression("ADD n"))
            .delete(Items.orderKey("4"))
            .delete(Items.orderKey("5"), "attribute_exists(SK)")
            .delete(delete -> delete.tableName("archive").key(Items.orderKey("4")))
            .check(Items.orderKey("6"), "attribute_exists(PK)")
            .check(
                check ->
                    check
                        .tableName("archive")
                        .key(Items.orderKey("6"))
                        .conditionExpression("attribute_exists(total)"));
    ready.forEach(transaction::add);
    transaction.commit();

    assertThat(dynamoDb.request().transactItems())
        .containsExactly(
            put("orders", Items.order("1"), null),
            put("orders", Items.order("2"), NEW),
            put("archive", Items.order("1"), NEW),
            update("orders", "3", "REMOVE draft"),
            update("archive", "3", "ADD n"),
            delete("orders", "4", null),
            delete("orders", "5", "attribute_exists(SK)"),
            delete("archive", "4", null),
            check("orders", "6", "attribute_exists(PK)"),
            check("archive", "6", "attribute_exists(total)"),
            TransactWriteItem.builder()
                .put(ready.get(0).put().toBuilder().tableName("orders").build())
                .build(),
            TransactWriteItem.builder()
                .update(ready.get(1).update().toBuilder().tableName("orders").build())
                .build(),
            TransactWriteItem.builder()
                .delete(ready.get(2).delete().toBuilder().tableName("orders").build())
                .build(),
            TransactWriteItem.builder()
                .conditionCheck(
                    ready.get(3).conditionCheck().toBuilder().tableName("orders").build())
                .build());
  }

  private static TransactWriteItem put(
      String table, Map<String, AttributeValue> item, String condition) {
    return TransactWriteItem.builder()
        .put(put -> put.tableName(table).item(item).conditionExpression(condition))
        .build();
  }

  private static TransactWriteItem update(String table, String id, String expression) {
    return TransactWriteItem.builder()
        .update(
            update -> update.tableName(table).key(Items.orderKey(id)).updateExpression(expression))
        .build();
  }

  private static TransactWriteItem delete(String table, String id, String condition) {
    return TransactWriteItem.builder()
        .delete(
            delete ->
                delete.tableName(table).key(Items.orderKey(id)).conditionExpression(condition))
        .build();
  }

  private static TransactWriteItem check(String table, String id, String condition) {
    return TransactWriteItem.builder()
        .conditionCheck(
            check -> check.tableName(table).key(Items.orderKey(id)).conditionExpression(condition))
        .build();
  }
}

package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.OutboxSchema;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * One action of a transaction on {@link TableFake}.
 *
 * @param item the item to put; of other actions the key
 */
record FakeAction(
    Kind kind,
    String table,
    Map<String, AttributeValue> item,
    String condition,
    String update,
    FakeExpression expression,
    boolean returnsOld) {
  private enum Kind {
    PUT,
    UPDATE,
    DELETE,
    CHECK
  }

  static FakeAction of(TransactWriteItem action) {
    if (action.put() != null) {
      Put put = action.put();
      return new FakeAction(
          Kind.PUT,
          put.tableName(),
          put.item(),
          put.conditionExpression(),
          null,
          new FakeExpression(put.expressionAttributeNames(), put.expressionAttributeValues()),
          old(put.returnValuesOnConditionCheckFailure()));
    }
    if (action.update() != null) {
      Update update = action.update();
      return new FakeAction(
          Kind.UPDATE,
          update.tableName(),
          update.key(),
          update.conditionExpression(),
          update.updateExpression(),
          new FakeExpression(update.expressionAttributeNames(), update.expressionAttributeValues()),
          old(update.returnValuesOnConditionCheckFailure()));
    }
    if (action.delete() != null) {
      Delete delete = action.delete();
      return new FakeAction(
          Kind.DELETE,
          delete.tableName(),
          delete.key(),
          delete.conditionExpression(),
          null,
          new FakeExpression(delete.expressionAttributeNames(), delete.expressionAttributeValues()),
          old(delete.returnValuesOnConditionCheckFailure()));
    }
    ConditionCheck check = action.conditionCheck();
    return new FakeAction(
        Kind.CHECK,
        check.tableName(),
        check.key(),
        check.conditionExpression(),
        null,
        new FakeExpression(check.expressionAttributeNames(), check.expressionAttributeValues()),
        old(check.returnValuesOnConditionCheckFailure()));
  }

  private static boolean old(ReturnValuesOnConditionCheckFailure returned) {
    return returned == ReturnValuesOnConditionCheckFailure.ALL_OLD;
  }

  Map<String, AttributeValue> key(OutboxSchema schema) {
    return Map.of(
        schema.partitionKey(), item.get(schema.partitionKey()),
        schema.sortKey(), item.get(schema.sortKey()));
  }

  boolean holds(Map<String, AttributeValue> before) {
    expression.check(condition, update);
    return expression.holds(condition, before);
  }

  Map<String, AttributeValue> after(Map<String, AttributeValue> before) {
    return switch (kind) {
      case PUT -> item;
      case DELETE -> Map.of();
      case CHECK -> before;
      case UPDATE -> {
        Map<String, AttributeValue> after = new HashMap<>(before);
        after.putAll(item);
        expression.update(update, before, after);
        yield after;
      }
    };
  }
}

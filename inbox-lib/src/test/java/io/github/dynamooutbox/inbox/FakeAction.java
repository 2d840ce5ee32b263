package io.github.dynamooutbox.inbox;

import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** One action of a transaction on {@link TableFake}. */
record FakeAction(
    Kind kind,
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
          put.item(),
          put.conditionExpression(),
          "",
          new FakeExpression(put.expressionAttributeNames(), put.expressionAttributeValues()),
          old(put.returnValuesOnConditionCheckFailure()));
    }
    if (action.update() != null) {
      Update update = action.update();
      return new FakeAction(
          Kind.UPDATE,
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
          delete.key(),
          delete.conditionExpression(),
          "",
          new FakeExpression(delete.expressionAttributeNames(), delete.expressionAttributeValues()),
          old(delete.returnValuesOnConditionCheckFailure()));
    }
    ConditionCheck check = action.conditionCheck();
    return new FakeAction(
        Kind.CHECK,
        check.key(),
        check.conditionExpression(),
        "",
        new FakeExpression(check.expressionAttributeNames(), check.expressionAttributeValues()),
        old(check.returnValuesOnConditionCheckFailure()));
  }

  private static boolean old(ReturnValuesOnConditionCheckFailure returned) {
    return returned == ReturnValuesOnConditionCheckFailure.ALL_OLD;
  }

  Map<String, AttributeValue> key() {
    return Map.of("PK", item.get("PK"), "SK", item.get("SK"));
  }

  boolean holds(Map<String, AttributeValue> before) {
    return expression.holds(condition, before);
  }

  Map<String, AttributeValue> after(Map<String, AttributeValue> before) {
    return switch (kind) {
      case PUT -> item;
      case DELETE -> Map.of();
      case CHECK -> before;
      case UPDATE -> {
        Map<String, AttributeValue> after = new HashMap<>(before);
        after.putAll(key());
        expression.update(update, before, after);
        yield after;
      }
    };
  }
}

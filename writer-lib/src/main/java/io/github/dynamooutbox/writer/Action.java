package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.RecordSize;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * One action of a transaction, in the shape that the checks need.
 *
 * @param index its place in the transaction, from 0
 * @param kind for messages, for example {@code put}
 * @param item the SDK's action, which names its table
 * @param attributes the whole item of a put, else the key
 * @param expressions what else the action brings along
 */
record Action(
    int index,
    String kind,
    String table,
    TransactWriteItem item,
    Map<String, AttributeValue> attributes,
    Expressions expressions) {

  /** Reads an action, and gives it a table if it has none. */
  static Action of(int index, TransactWriteItem item, String table) {
    if (item.put() != null) {
      return of(index, item.put(), table);
    }
    if (item.update() != null) {
      return of(index, item.update(), table);
    }
    if (item.delete() != null) {
      return of(index, item.delete(), table);
    }
    if (item.conditionCheck() != null) {
      return of(index, item.conditionCheck(), table);
    }
    throw new InvalidTransactionException(new Violation.EmptyAction(index));
  }

  private static Action of(int index, Put put, String table) {
    Put named = put.tableName() == null ? put.toBuilder().tableName(table).build() : put;
    return new Action(
        index,
        "put",
        named.tableName(),
        TransactWriteItem.builder().put(named).build(),
        named.item(),
        new Expressions(
            null,
            named.conditionExpression(),
            named.expressionAttributeNames(),
            named.expressionAttributeValues()));
  }

  private static Action of(int index, Update update, String table) {
    Update named =
        update.tableName() == null ? update.toBuilder().tableName(table).build() : update;
    return new Action(
        index,
        "update",
        named.tableName(),
        TransactWriteItem.builder().update(named).build(),
        named.key(),
        new Expressions(
            named.updateExpression(),
            named.conditionExpression(),
            named.expressionAttributeNames(),
            named.expressionAttributeValues()));
  }

  private static Action of(int index, Delete delete, String table) {
    Delete named =
        delete.tableName() == null ? delete.toBuilder().tableName(table).build() : delete;
    return new Action(
        index,
        "delete",
        named.tableName(),
        TransactWriteItem.builder().delete(named).build(),
        named.key(),
        new Expressions(
            null,
            named.conditionExpression(),
            named.expressionAttributeNames(),
            named.expressionAttributeValues()));
  }

  private static Action of(int index, ConditionCheck check, String table) {
    ConditionCheck named =
        check.tableName() == null ? check.toBuilder().tableName(table).build() : check;
    return new Action(
        index,
        "condition check",
        named.tableName(),
        TransactWriteItem.builder().conditionCheck(named).build(),
        named.key(),
        new Expressions(
            null,
            named.conditionExpression(),
            named.expressionAttributeNames(),
            named.expressionAttributeValues()));
  }

  /** The same action under another name, for those that the outbox adds. */
  Action named(String newKind) {
    return new Action(index, newKind, table, item, attributes, expressions);
  }

  boolean isPut() {
    return item.put() != null;
  }

  boolean writes() {
    return isPut() || item.update() != null;
  }

  /** The size of a put's item, or of the key of what is not known yet, in bytes. */
  long itemSize() {
    return RecordSize.of(new SdkItemView(attributes));
  }

  /** What the action counts against the limit of the whole transaction, in bytes. */
  long size() {
    return itemSize() + expressions.size();
  }

  @Override
  public String toString() {
    return "action " + index + " (" + kind + ", table " + table + ")";
  }
}

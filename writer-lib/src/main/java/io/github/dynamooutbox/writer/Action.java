package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.RecordSize;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * One action of a transaction, in the shape that the checks need.
 *
 * @param index its place in the transaction, from 0
 * @param kind for messages, for example {@code put}
 * @param item the SDK's action, which names its table
 * @param attributes the whole item of a put, else the key
 * @param values what an expression brings along
 */
record Action(
    int index,
    String kind,
    String table,
    TransactWriteItem item,
    Map<String, AttributeValue> attributes,
    Map<String, AttributeValue> values) {

  /** Reads an action, and gives it a table if it has none. */
  static Action of(int index, TransactWriteItem item, String table) {
    if (item.put() != null) {
      var put = item.put();
      var named = put.tableName() == null ? put.toBuilder().tableName(table).build() : put;
      return new Action(
          index,
          "put",
          named.tableName(),
          TransactWriteItem.builder().put(named).build(),
          named.item(),
          named.expressionAttributeValues());
    }
    if (item.update() != null) {
      var update = item.update();
      var named = update.tableName() == null ? update.toBuilder().tableName(table).build() : update;
      return new Action(
          index,
          "update",
          named.tableName(),
          TransactWriteItem.builder().update(named).build(),
          named.key(),
          named.expressionAttributeValues());
    }
    if (item.delete() != null) {
      var delete = item.delete();
      var named = delete.tableName() == null ? delete.toBuilder().tableName(table).build() : delete;
      return new Action(
          index,
          "delete",
          named.tableName(),
          TransactWriteItem.builder().delete(named).build(),
          named.key(),
          named.expressionAttributeValues());
    }
    if (item.conditionCheck() != null) {
      var check = item.conditionCheck();
      var named = check.tableName() == null ? check.toBuilder().tableName(table).build() : check;
      return new Action(
          index,
          "condition check",
          named.tableName(),
          TransactWriteItem.builder().conditionCheck(named).build(),
          named.key(),
          named.expressionAttributeValues());
    }
    throw new InvalidTransactionException("action " + index + ": does nothing");
  }

  boolean isPut() {
    return item.put() != null;
  }

  boolean writes() {
    return isPut() || item.update() != null;
  }

  /** What the action counts against the limits of items and transactions, in bytes. */
  long size() {
    return RecordSize.of(new SdkItemView(attributes));
  }

  @Override
  public String toString() {
    return "action " + index + " (" + kind + ", table " + table + ")";
  }
}

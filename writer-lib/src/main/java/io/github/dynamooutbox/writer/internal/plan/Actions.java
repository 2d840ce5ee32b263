package io.github.dynamooutbox.writer.internal.plan;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.writer.internal.plan.Action.Label;
import io.github.dynamooutbox.writer.internal.size.Expressions;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** Converts the SDK's actions, and sets the default table on those that name none. */
public final class Actions {
  private static final Label PUT = new Label("put", "");
  private static final Label UPDATE = new Label("update", "");
  private static final Label DELETE = new Label("delete", "");

  private final String defaultTable;
  private final OutboxSchema schema;

  public Actions(String defaultTable, OutboxSchema schema) {
    this.defaultTable = defaultTable;
    this.schema = schema;
  }

  public String defaultTable() {
    return defaultTable;
  }

  /** The action; empty if the item has none. */
  public Optional<Action> of(int index, TransactWriteItem item) {
    if (item.put() != null) {
      return Optional.of(put(index, item));
    }
    if (item.update() != null) {
      return Optional.of(update(index, item));
    }
    if (item.delete() != null) {
      return Optional.of(delete(index, item));
    }
    if (item.conditionCheck() != null) {
      return Optional.of(check(index, item, "condition check"));
    }
    return Optional.empty();
  }

  private Action put(int index, TransactWriteItem item) {
    Put put = item.put();
    TransactWriteItem named = item;
    if (put.tableName() == null) {
      put = put.toBuilder().tableName(defaultTable).build();
      named = TransactWriteItem.builder().put(put).build();
    }
    Expressions expressions =
        new Expressions(
            null,
            put.conditionExpression(),
            put.expressionAttributeNames(),
            put.expressionAttributeValues());
    return new Action(
        index, PUT, TableName.of(put.tableName()), named, put.item(), expressions, schema);
  }

  private Action update(int index, TransactWriteItem item) {
    Update update = item.update();
    TransactWriteItem named = item;
    if (update.tableName() == null) {
      update = update.toBuilder().tableName(defaultTable).build();
      named = TransactWriteItem.builder().update(update).build();
    }
    Expressions expressions =
        new Expressions(
            update.updateExpression(),
            update.conditionExpression(),
            update.expressionAttributeNames(),
            update.expressionAttributeValues());
    return new Action(
        index, UPDATE, TableName.of(update.tableName()), named, update.key(), expressions, schema);
  }

  private Action delete(int index, TransactWriteItem item) {
    Delete delete = item.delete();
    TransactWriteItem named = item;
    if (delete.tableName() == null) {
      delete = delete.toBuilder().tableName(defaultTable).build();
      named = TransactWriteItem.builder().delete(delete).build();
    }
    Expressions expressions =
        new Expressions(
            null,
            delete.conditionExpression(),
            delete.expressionAttributeNames(),
            delete.expressionAttributeValues());
    return new Action(
        index, DELETE, TableName.of(delete.tableName()), named, delete.key(), expressions, schema);
  }

  /**
   * A condition check.
   *
   * @param kind named in messages by its {@code toString}
   */
  public Action check(int index, TransactWriteItem item, Object kind) {
    ConditionCheck check = item.conditionCheck();
    TransactWriteItem named = item;
    if (check.tableName() == null) {
      check = check.toBuilder().tableName(defaultTable).build();
      named = TransactWriteItem.builder().conditionCheck(check).build();
    }
    Expressions expressions =
        new Expressions(
            null,
            check.conditionExpression(),
            check.expressionAttributeNames(),
            check.expressionAttributeValues());
    return new Action(
        index,
        new Label(kind, ""),
        TableName.of(check.tableName()),
        named,
        check.key(),
        expressions,
        schema);
  }
}

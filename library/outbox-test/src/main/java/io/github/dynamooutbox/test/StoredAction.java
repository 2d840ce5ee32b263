package io.github.dynamooutbox.test;

import io.github.dynamooutbox.format.OutboxSchema;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The effect of an action on the items in memory.
 *
 * @param address identifies the item
 * @param put the item to store, if any
 * @param update whether an existing item stays as it is
 * @param remove whether the item is removed
 */
record StoredAction(
    String address,
    @Nullable Map<String, AttributeValue> put,
    boolean update,
    boolean remove,
    @Nullable String condition,
    Map<String, String> names) {
  private static final Pattern EXISTS =
      Pattern.compile("\\s*attribute_(not_)?exists\\s*\\(\\s*([#A-Za-z0-9_]+)\\s*\\)\\s*");

  static StoredAction of(TransactWriteItem action, OutboxSchema schema) {
    if (action.put() != null) {
      return new StoredAction(
          address(action.put().tableName(), action.put().item(), schema),
          action.put().item(),
          false,
          false,
          action.put().conditionExpression(),
          action.put().expressionAttributeNames());
    }
    if (action.update() != null) {
      // The expression is not evaluated: the item exists afterwards, with at least its key.
      return new StoredAction(
          address(action.update().tableName(), action.update().key(), schema),
          action.update().key(),
          true,
          false,
          action.update().conditionExpression(),
          action.update().expressionAttributeNames());
    }
    if (action.delete() != null) {
      return new StoredAction(
          address(action.delete().tableName(), action.delete().key(), schema),
          null,
          false,
          true,
          action.delete().conditionExpression(),
          action.delete().expressionAttributeNames());
    }
    return new StoredAction(
        address(action.conditionCheck().tableName(), action.conditionCheck().key(), schema),
        null,
        false,
        false,
        action.conditionCheck().conditionExpression(),
        action.conditionCheck().expressionAttributeNames());
  }

  /**
   * The key of the item or, if its table names the key attributes differently, all attributes
   * given.
   */
  static String address(String table, Map<String, AttributeValue> item, OutboxSchema schema) {
    AttributeValue partition = item.get(schema.partitionKey());
    AttributeValue sort = item.get(schema.sortKey());
    return table + '\n' + (partition == null ? item : partition) + '\n' + sort;
  }

  boolean holds(Map<String, AttributeValue> before) {
    Matcher exists = EXISTS.matcher(condition == null ? "" : condition);
    if (!exists.matches()) {
      return true;
    }
    String placeholder = exists.group(2);
    String name = names.getOrDefault(placeholder, placeholder);
    boolean wanted = exists.group(1) == null;
    return before.containsKey(name) == wanted;
  }

  void apply(Map<String, Map<String, AttributeValue>> items) {
    if (remove) {
      items.remove(address);
    } else if (put != null) {
      items.merge(address, put, (before, after) -> update ? before : after);
    }
  }
}

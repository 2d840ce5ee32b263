package io.github.dynamooutbox.test;

import io.github.dynamooutbox.format.OutboxSchema;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The effect of an action on the items in memory. What is not evaluated is refused, so that a test
 * on it fails.
 *
 * @param address identifies the item
 * @param put the item to store, if any
 * @param remove whether the item is removed
 * @param exists whether the attribute must exist, or must not, or there is no condition
 * @param attribute the attribute of the condition
 * @param returnsOld whether a failed condition returns the item
 */
record StoredAction(
    String address,
    @Nullable Map<String, AttributeValue> put,
    boolean remove,
    @Nullable Boolean exists,
    String attribute,
    boolean returnsOld) {
  private static final Pattern EXISTS =
      Pattern.compile("\\s*attribute_(not_)?exists\\s*\\(\\s*(#?[A-Za-z0-9_]+)\\s*\\)\\s*");

  /** The check of an outbox in strict order: always true. */
  private static final Pattern ALWAYS =
      Pattern.compile("attribute_exists\\((#\\w+)\\) OR attribute_not_exists\\(\\1\\)");

  static StoredAction of(TransactWriteItem action, OutboxSchema schema) {
    long kinds =
        Stream.of(action.put(), action.delete(), action.conditionCheck(), action.update())
            .filter(Objects::nonNull)
            .count();
    if (kinds != 1) {
      throw new NotEvaluatedError("an action that is not one put, delete, check or update");
    }
    if (action.put() != null) {
      Put put = action.put();
      return of(
          "a put",
          put.tableName(),
          put.item(),
          put.item(),
          false,
          put.conditionExpression(),
          put.expressionAttributeNames(),
          put.expressionAttributeValues(),
          put.returnValuesOnConditionCheckFailure(),
          schema);
    }
    if (action.delete() != null) {
      Delete delete = action.delete();
      return of(
          "a delete",
          delete.tableName(),
          delete.key(),
          null,
          true,
          delete.conditionExpression(),
          delete.expressionAttributeNames(),
          delete.expressionAttributeValues(),
          delete.returnValuesOnConditionCheckFailure(),
          schema);
    }
    if (action.conditionCheck() != null) {
      ConditionCheck check = action.conditionCheck();
      return of(
          "a check",
          check.tableName(),
          check.key(),
          null,
          false,
          check.conditionExpression(),
          check.expressionAttributeNames(),
          check.expressionAttributeValues(),
          check.returnValuesOnConditionCheckFailure(),
          schema);
    }
    throw new NotEvaluatedError(
        "the update expression \""
            + action.update().updateExpression()
            + "\" of an update in table "
            + action.update().tableName());
  }

  private static StoredAction of(
      String kind,
      String table,
      Map<String, AttributeValue> key,
      @Nullable Map<String, AttributeValue> put,
      boolean remove,
      @Nullable String condition,
      Map<String, String> names,
      Map<String, AttributeValue> values,
      @Nullable ReturnValuesOnConditionCheckFailure returned,
      OutboxSchema schema) {
    String address = address(table, key, schema);
    String where = " of " + kind + " in table " + table;
    Matcher exists = EXISTS.matcher(condition == null ? "" : condition);
    boolean known = exists.matches();
    if (condition != null && !known && !ALWAYS.matcher(condition).matches()) {
      throw new NotEvaluatedError("the condition \"" + condition + "\"" + where);
    }
    checkPlaceholders(condition == null ? "" : condition, names, values, where);
    String name = known ? exists.group(2) : "";
    if (known
        && !names.containsKey(name)
        && !name.equals(schema.partitionKey())
        && !name.equals(schema.sortKey())) {
      throw new NotEvaluatedError(
          "the condition \""
              + condition
              + "\""
              + where
              + ", because "
              + name
              + " may be a reserved word, which DynamoDB refuses: give it a placeholder");
    }
    return new StoredAction(
        address,
        put,
        remove,
        known ? exists.group(1) == null : null,
        names.getOrDefault(name, name),
        returned == ReturnValuesOnConditionCheckFailure.ALL_OLD);
  }

  /** DynamoDB refuses placeholders that are not used, and those that are not given. */
  private static void checkPlaceholders(
      String condition,
      Map<String, String> names,
      Map<String, AttributeValue> values,
      String where) {
    Set<String> given = new HashSet<>(names.keySet());
    given.addAll(values.keySet());
    Set<String> used = new HashSet<>();
    Matcher placeholder = Pattern.compile("[#:]\\w+").matcher(condition);
    while (placeholder.find()) {
      used.add(placeholder.group());
    }
    if (!given.equals(used)) {
      throw new NotEvaluatedError(
          "the condition \"" + condition + "\"" + where + ", whose placeholders are " + given);
    }
  }

  /** The item's key, which is known only where a table names its key as the outbox's does. */
  static String address(String table, Map<String, AttributeValue> item, OutboxSchema schema) {
    Map<String, AttributeValue> key = new HashMap<>(item);
    key.keySet().retainAll(Set.of(schema.partitionKey(), schema.sortKey()));
    if (key.size() < 2) {
      throw new NotEvaluatedError(
          "which item of table "
              + table
              + " is meant, because only the keys "
              + schema.partitionKey()
              + " and "
              + schema.sortKey()
              + " are known");
    }
    return table + '\n' + key.get(schema.partitionKey()) + '\n' + key.get(schema.sortKey());
  }

  boolean holds(Map<String, AttributeValue> before) {
    return exists == null || before.containsKey(attribute) == exists;
  }

  void apply(Map<String, Map<String, AttributeValue>> items) {
    if (remove) {
      items.remove(address);
    } else if (put != null) {
      items.put(address, put);
    }
  }
}

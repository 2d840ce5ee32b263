package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.number;
import static io.github.dynamooutbox.aws.control.AttributeValues.text;

import io.github.dynamooutbox.relay.park.ParkReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** One conditional update of a queue's state. Not thread-safe. */
final class StateChange {
  private final List<String> sets = new ArrayList<>();
  private final List<String> adds = new ArrayList<>();
  private final List<String> removes = new ArrayList<>();
  private final List<String> conditions = new ArrayList<>();
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, AttributeValue> values = new HashMap<>();

  StateChange set(String name, AttributeValue value) {
    sets.add(name(name) + " = " + value(value));
    return this;
  }

  StateChange add(String name, long more) {
    adds.add(name(name) + ' ' + value(number(more)));
    return this;
  }

  StateChange count(Map<ParkReason, Integer> counts, int sign) {
    counts.forEach((reason, count) -> add(QueueStates.count(reason), (long) sign * count));
    return this;
  }

  StateChange remove(String name) {
    removes.add(name(name));
    return this;
  }

  /** Makes the update conditional: the attribute has to be in this relation to the value. */
  StateChange when(String name, String relation, AttributeValue value) {
    conditions.add(name(name) + ' ' + relation + ' ' + value(value));
    return this;
  }

  StateChange when(String name, String value) {
    return when(name, "=", text(value));
  }

  StateChange ifThere() {
    conditions.add("attribute_exists(PK)");
    return this;
  }

  /** The item as it is now, and whether it was changed. */
  record Outcome(boolean isDone, Map<String, AttributeValue> item) {}

  Outcome on(DynamoDbClient client, String table, Map<String, AttributeValue> key) {
    UpdateItemRequest.Builder request =
        UpdateItemRequest.builder()
            .tableName(table)
            .key(key)
            .updateExpression(expression())
            .conditionExpression(String.join(" AND ", conditions))
            .expressionAttributeNames(names)
            .returnValues(ReturnValue.ALL_NEW)
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    if (!values.isEmpty()) {
      request.expressionAttributeValues(values);
    }
    try {
      return new Outcome(true, client.updateItem(request.build()).attributes());
    } catch (ConditionalCheckFailedException e) {
      return new Outcome(false, e.hasItem() ? e.item() : Map.of());
    }
  }

  /** The same as an action of a transaction. */
  Update asUpdate(String table, Map<String, AttributeValue> key) {
    Update.Builder update =
        Update.builder()
            .tableName(table)
            .key(key)
            .updateExpression(expression())
            .conditionExpression(String.join(" AND ", conditions))
            .expressionAttributeNames(names);
    return (values.isEmpty() ? update : update.expressionAttributeValues(values)).build();
  }

  private String expression() {
    StringBuilder expression = new StringBuilder();
    append(expression, "SET ", sets);
    append(expression, "ADD ", adds);
    append(expression, "REMOVE ", removes);
    return expression.toString().strip();
  }

  private static void append(StringBuilder expression, String verb, List<String> parts) {
    if (!parts.isEmpty()) {
      expression.append(verb).append(String.join(", ", parts)).append(' ');
    }
  }

  private String name(String attribute) {
    String name = "#" + attribute;
    names.put(name, attribute);
    return name;
  }

  private String value(AttributeValue value) {
    String name = ":v" + values.size();
    values.put(name, value);
    return name;
  }
}

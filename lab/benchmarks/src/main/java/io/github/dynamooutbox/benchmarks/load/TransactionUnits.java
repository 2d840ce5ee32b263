package io.github.dynamooutbox.benchmarks.load;

import io.github.dynamooutbox.benchmarks.load.MeteredDynamoDb.Consumed;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * Counts the write units of a client's transactions and puts. For a transaction DynamoDB Local
 * reports four units for each KB of one of its items, whatever the others are; so each item is
 * weighed: put by itself into another table, where DynamoDB Local reports the same units as
 * DynamoDB. An action consumes the units of the larger of the item before and after, in a
 * transaction twice that.
 *
 * <p>Refused requests are counted, but not their units. Not thread-safe.
 */
final class TransactionUnits implements ExecutionInterceptor {
  private static final ExecutionAttribute<List<Double>> BEFORE =
      new ExecutionAttribute<>("unitsBefore");

  private final DynamoDbClient plain;
  private final String scales;
  private double units;
  private int refused;

  /**
   * Counts for tables with the keys PK and SK.
   *
   * @param plain a client without this interceptor
   * @param scales the table in which items are weighed, with the same keys
   */
  TransactionUnits(DynamoDbClient plain, String scales) {
    this.plain = plain;
    this.scales = scales;
  }

  /** The consumption since the last call. */
  Consumed getAndReset() {
    Consumed consumed = new Consumed(units, refused);
    units = 0;
    refused = 0;
    return consumed;
  }

  @Override
  public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
    if (context.request() instanceof PutItemRequest put) {
      units += weight(put.item());
    }
    if (context.request() instanceof TransactWriteItemsRequest transaction) {
      List<Double> before = attributes.getAttribute(BEFORE);
      for (int i = 0; i < before.size(); i++) {
        double after = weight(transaction.transactItems().get(i));
        units += 2 * Math.max(1, Math.max(before.get(i), after));
      }
    }
  }

  @Override
  public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
    if (context.request() instanceof TransactWriteItemsRequest transaction) {
      attributes.putAttribute(
          BEFORE, transaction.transactItems().stream().map(this::weight).toList());
    }
  }

  @Override
  public void onExecutionFailure(Context.FailedExecution context, ExecutionAttributes attributes) {
    refused++;
  }

  private double weight(TransactWriteItem action) {
    return weight(
        plain
            .getItem(get -> get.tableName(table(action)).key(key(action)).consistentRead(true))
            .item());
  }

  private static String table(TransactWriteItem action) {
    if (action.put() != null) {
      return action.put().tableName();
    }
    if (action.conditionCheck() != null) {
      return action.conditionCheck().tableName();
    }
    return action.update() != null ? action.update().tableName() : action.delete().tableName();
  }

  private static Map<String, AttributeValue> key(TransactWriteItem action) {
    if (action.put() != null) {
      Map<String, AttributeValue> item = action.put().item();
      return Map.of("PK", item.get("PK"), "SK", item.get("SK"));
    }
    if (action.conditionCheck() != null) {
      return action.conditionCheck().key();
    }
    return action.update() != null ? action.update().key() : action.delete().key();
  }

  /** The write units that a put of this item alone consumes; 0 if the item is empty. */
  double weight(Map<String, AttributeValue> item) {
    if (item.isEmpty()) {
      return 0;
    }
    double units =
        plain
            .putItem(
                put ->
                    put.tableName(scales)
                        .item(item)
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
            .consumedCapacity()
            .capacityUnits();
    // A put consumes the units of the larger of the item before and after.
    plain.deleteItem(
        delete -> delete.tableName(scales).key(Map.of("PK", item.get("PK"), "SK", item.get("SK"))));
    return units;
  }
}

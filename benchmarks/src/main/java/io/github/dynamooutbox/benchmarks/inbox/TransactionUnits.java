package io.github.dynamooutbox.benchmarks.inbox;

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
 * Write units of a client's transactions and puts. For a transaction DynamoDB Local reports four
 * units for each KB of one of its items, whatever the others are; so each item is weighed: put by
 * itself into another table, for which DynamoDB Local reports what DynamoDB does. An action takes
 * the units of the larger of the item before and after, in a transaction twice that.
 *
 * <p>Refused requests are counted, but not their units. For one thread.
 */
final class TransactionUnits implements ExecutionInterceptor {
  private static final ExecutionAttribute<List<Double>> BEFORE =
      new ExecutionAttribute<>("unitsBefore");

  private final DynamoDbClient plain;
  private final String scales;
  private double units;
  private int refused;

  /**
   * Of a table with the keys PK and SK.
   *
   * @param plain a client without this interceptor
   * @param scales a table with the same keys
   */
  TransactionUnits(DynamoDbClient plain, String scales) {
    this.plain = plain;
    this.scales = scales;
  }

  /**
   * What some requests took.
   *
   * @param units of those that were accepted
   */
  record Taken(double units, int refused) {}

  /** Since the last call. */
  Taken take() {
    Taken taken = new Taken(units, refused);
    units = 0;
    refused = 0;
    return taken;
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
            .getItem(get -> get.tableName(Orders.TABLE).key(key(action)).consistentRead(true))
            .item());
  }

  private static Map<String, AttributeValue> key(TransactWriteItem action) {
    if (action.put() != null) {
      Map<String, AttributeValue> item = action.put().item();
      return Map.of("PK", item.get("PK"), "SK", item.get("SK"));
    }
    return action.update() != null ? action.update().key() : action.delete().key();
  }

  private double weight(Map<String, AttributeValue> item) {
    return item.isEmpty()
        ? 0
        : plain
            .putItem(
                put ->
                    put.tableName(scales)
                        .item(item)
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
            .consumedCapacity()
            .capacityUnits();
  }
}

package io.github.dynamooutbox.inbox;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.paginators.QueryIterable;

/**
 * As much of DynamoDB as an inbox needs, in memory: conditions and updates are evaluated. That it
 * does what DynamoDB does is shown by {@link OrderContract}, which runs on both.
 */
class TableFake implements DynamoDbClient {
  private final Map<String, Map<String, AttributeValue>> items = new TreeMap<>();
  private long changes;

  /** How often something was written. */
  synchronized long changes() {
    return changes;
  }

  private static String address(Map<String, AttributeValue> item) {
    return item.get("PK").s() + '\u0000' + item.get("SK").s();
  }

  synchronized Map<String, AttributeValue> item(Map<String, AttributeValue> key) {
    return items.getOrDefault(address(key), Map.of());
  }

  /** As TTL does. */
  synchronized void deleteWhere(String partitionPrefix) {
    items.keySet().removeIf(address -> address.startsWith(partitionPrefix));
  }

  @Override
  public synchronized TransactWriteItemsResponse transactWriteItems(
      TransactWriteItemsRequest request) {
    List<CancellationReason> reasons = new ArrayList<>();
    boolean holds = true;
    for (TransactWriteItem action : request.transactItems()) {
      FakeAction each = FakeAction.of(action);
      Map<String, AttributeValue> before = item(each.key());
      boolean own = each.holds(before);
      holds &= own;
      reasons.add(
          own
              ? CancellationReason.builder().code("None").build()
              : CancellationReason.builder()
                  .code("ConditionalCheckFailed")
                  .item(each.returnsOld() && !before.isEmpty() ? before : null)
                  .build());
    }
    if (!holds) {
      throw TransactionCanceledException.builder()
          .statusCode(400)
          .message("a condition does not hold")
          .cancellationReasons(reasons)
          .build();
    }
    request.transactItems().stream().map(FakeAction::of).forEach(this::apply);
    return TransactWriteItemsResponse.builder().build();
  }

  private void apply(FakeAction action) {
    changes++;
    Map<String, AttributeValue> after = action.after(item(action.key()));
    if (after.isEmpty()) {
      items.remove(address(action.key()));
    } else {
      items.put(address(action.key()), after);
    }
  }

  @Override
  public synchronized PutItemResponse putItem(PutItemRequest request) {
    Map<String, AttributeValue> before = item(request.item());
    check(
        new FakeExpression(request.expressionAttributeNames(), request.expressionAttributeValues())
            .holds(request.conditionExpression(), before),
        request.returnValuesOnConditionCheckFailure(),
        before);
    changes++;
    items.put(address(request.item()), request.item());
    return PutItemResponse.builder().build();
  }

  @Override
  public synchronized DeleteItemResponse deleteItem(DeleteItemRequest request) {
    Map<String, AttributeValue> before = item(request.key());
    check(
        new FakeExpression(request.expressionAttributeNames(), request.expressionAttributeValues())
            .holds(request.conditionExpression(), before),
        request.returnValuesOnConditionCheckFailure(),
        before);
    changes++;
    items.remove(address(request.key()));
    return DeleteItemResponse.builder().build();
  }

  private static void check(
      boolean holds,
      ReturnValuesOnConditionCheckFailure returned,
      Map<String, AttributeValue> before) {
    if (!holds) {
      throw ConditionalCheckFailedException.builder()
          .message("the condition does not hold")
          .item(returned == ReturnValuesOnConditionCheckFailure.ALL_OLD ? before : null)
          .build();
    }
  }

  @Override
  public synchronized GetItemResponse getItem(GetItemRequest request) {
    Map<String, AttributeValue> item = item(request.key());
    return GetItemResponse.builder().item(item.isEmpty() ? null : item).build();
  }

  /** Of a whole partition, which is all that an inbox asks for. */
  @Override
  public synchronized QueryResponse query(QueryRequest request) {
    String partition =
        request.expressionAttributeValues().values().iterator().next().s() + '\u0000';
    return QueryResponse.builder()
        .items(
            items.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(partition))
                .map(Map.Entry::getValue)
                .toList())
        .build();
  }

  @Override
  public QueryIterable queryPaginator(QueryRequest request) {
    return new QueryIterable(this, request);
  }

  synchronized Map<String, Map<String, AttributeValue>> items() {
    return new HashMap<>(items);
  }

  @Override
  public DynamoDbServiceClientConfiguration serviceClientConfiguration() {
    return DynamoDbServiceClientConfiguration.builder().region(Region.EU_CENTRAL_1).build();
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public void close() {}
}

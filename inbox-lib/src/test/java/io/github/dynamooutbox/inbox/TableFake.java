package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.OutboxSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.paginators.QueryIterable;

/**
 * As much of DynamoDB as an inbox needs, in memory: conditions and updates are evaluated, and what
 * DynamoDB refuses is refused. Where DynamoDB may do one thing or another, it does what is worse:
 * pages are short, and a read that need not be consistent sees nothing. That it does what DynamoDB
 * does is shown by {@link OrderContract}, which runs on both.
 */
class TableFake implements DynamoDbClient {
  static final String NAME = "totals";
  private static final int PAGE = 2;

  private final OutboxSchema schema;
  private final Map<String, Map<String, AttributeValue>> items = new TreeMap<>();

  /** Tokens of transactions that were applied: a repeat of one succeeds and writes nothing. */
  private final Set<String> applied = new HashSet<>();

  private long changes;

  TableFake() {
    this(OutboxSchema.defaults());
  }

  TableFake(OutboxSchema schema) {
    this.schema = schema;
  }

  /** How often something was written. */
  synchronized long changes() {
    return changes;
  }

  private String address(Map<String, AttributeValue> item) {
    AttributeValue partition = item.get(schema.partitionKey());
    AttributeValue sort = item.get(schema.sortKey());
    if (partition == null || sort == null) {
      throw FakeExpression.refusal("One of the required keys was not given a value");
    }
    return partition.s() + '\u0000' + sort.s();
  }

  private static void checkTable(String name) {
    if (!NAME.equals(name)) {
      throw ResourceNotFoundException.builder().statusCode(400).message("table " + name).build();
    }
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
    if (request.clientRequestToken() != null && applied.contains(request.clientRequestToken())) {
      return TransactWriteItemsResponse.builder().build();
    }
    List<CancellationReason> reasons = new ArrayList<>();
    Set<String> addresses = new HashSet<>();
    boolean holds = true;
    for (TransactWriteItem action : request.transactItems()) {
      FakeAction each = FakeAction.of(action);
      checkTable(each.table());
      if (!addresses.add(address(each.item()))) {
        throw FakeExpression.refusal(
            "Transaction request cannot include multiple operations on" + " one item");
      }
      Map<String, AttributeValue> before = item(each.item());
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
    if (request.clientRequestToken() != null) {
      applied.add(request.clientRequestToken());
    }
    return TransactWriteItemsResponse.builder().build();
  }

  private void apply(FakeAction action) {
    changes++;
    Map<String, AttributeValue> after = action.after(item(action.item()));
    if (after.isEmpty()) {
      items.remove(address(action.item()));
    } else {
      items.put(address(action.item()), after);
    }
  }

  @Override
  public synchronized PutItemResponse putItem(PutItemRequest request) {
    Map<String, AttributeValue> before = item(request.item());
    check(
        request.tableName(),
        new FakeExpression(request.expressionAttributeNames(), request.expressionAttributeValues()),
        request.conditionExpression(),
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
        request.tableName(),
        new FakeExpression(request.expressionAttributeNames(), request.expressionAttributeValues()),
        request.conditionExpression(),
        request.returnValuesOnConditionCheckFailure(),
        before);
    changes++;
    items.remove(address(request.key()));
    return DeleteItemResponse.builder().build();
  }

  private static void check(
      String table,
      FakeExpression expression,
      String condition,
      ReturnValuesOnConditionCheckFailure returned,
      Map<String, AttributeValue> before) {
    checkTable(table);
    expression.check(condition);
    if (!expression.holds(condition, before)) {
      throw ConditionalCheckFailedException.builder()
          .message("the condition does not hold")
          .item(returned == ReturnValuesOnConditionCheckFailure.ALL_OLD ? before : null)
          .build();
    }
  }

  @Override
  public synchronized GetItemResponse getItem(GetItemRequest request) {
    checkTable(request.tableName());
    Map<String, AttributeValue> item = item(request.key());
    return GetItemResponse.builder().item(item.isEmpty() ? null : item).build();
  }

  @Override
  public synchronized QueryResponse query(QueryRequest request) {
    checkTable(request.tableName());
    String condition = request.keyConditionExpression();
    FakeExpression expression =
        new FakeExpression(request.expressionAttributeNames(), request.expressionAttributeValues());
    expression.check(condition);
    if (!Boolean.TRUE.equals(request.consistentRead())) {
      return QueryResponse.builder().build();
    }
    String after = request.hasExclusiveStartKey() ? address(request.exclusiveStartKey()) : "";
    List<Map<String, AttributeValue>> found =
        items.entrySet().stream()
            .filter(entry -> entry.getKey().compareTo(after) > 0)
            .map(Map.Entry::getValue)
            .filter(item -> expression.holds(condition, item))
            .toList();
    return found.size() <= PAGE
        ? QueryResponse.builder().items(found).build()
        : QueryResponse.builder()
            .items(found.subList(0, PAGE))
            .lastEvaluatedKey(found.get(PAGE - 1))
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

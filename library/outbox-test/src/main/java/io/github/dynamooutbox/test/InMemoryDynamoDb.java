package io.github.dynamooutbox.test;

import io.github.dynamooutbox.format.OutboxSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * The part of DynamoDB that an outbox needs. One lock makes transactions atomic. A token is
 * remembered for ever; DynamoDB remembers it for 10 minutes.
 */
final class InMemoryDynamoDb implements DynamoDbClient {
  private final OutboxSchema schema;
  private final WriteRules rules;
  private final Map<String, List<TransactWriteItem>> applied = new HashMap<>();
  private final Map<String, Map<String, AttributeValue>> items = new HashMap<>();

  InMemoryDynamoDb(OutboxSchema schema) {
    this.schema = schema;
    this.rules = new WriteRules(schema);
  }

  synchronized void clear() {
    items.clear();
    applied.clear();
  }

  @Override
  public synchronized TransactWriteItemsResponse transactWriteItems(
      TransactWriteItemsRequest request) {
    rules.check(request);
    if (isRepeated(request)) {
      return TransactWriteItemsResponse.builder().build();
    }
    List<StoredAction> actions = new ArrayList<>();
    Set<String> addresses = new HashSet<>();
    for (TransactWriteItem action : request.transactItems()) {
      StoredAction stored = StoredAction.of(action, schema);
      actions.add(stored);
      WriteRules.require(
          addresses.add(stored.address()),
          "Transaction request cannot include multiple operations on one item");
    }
    List<CancellationReason> reasons = new ArrayList<>();
    boolean holds = true;
    for (StoredAction action : actions) {
      Map<String, AttributeValue> before = items.getOrDefault(action.address(), Map.of());
      boolean own = action.holds(before);
      holds &= own;
      reasons.add(
          CancellationReason.builder()
              .code(own ? "None" : "ConditionalCheckFailed")
              .item(!own && action.returnsOld() && !before.isEmpty() ? before : null)
              .build());
    }
    if (!holds) {
      throw TransactionCanceledException.builder()
          .statusCode(400)
          .message("a condition does not hold")
          .cancellationReasons(reasons)
          .build();
    }
    actions.forEach(action -> action.apply(items));
    if (request.clientRequestToken() != null) {
      applied.put(request.clientRequestToken(), request.transactItems());
    }
    return TransactWriteItemsResponse.builder().build();
  }

  /** Whether a request was applied before, under the same token. */
  private boolean isRepeated(TransactWriteItemsRequest request) {
    List<TransactWriteItem> before = applied.get(request.clientRequestToken());
    if (before != null && !before.equals(request.transactItems())) {
      throw IdempotentParameterMismatchException.builder()
          .statusCode(400)
          .message("the client request token was used with other parameters")
          .build();
    }
    return before != null;
  }

  @Override
  public synchronized GetItemResponse getItem(GetItemRequest request) {
    if (request.projectionExpression() != null
        || request.hasAttributesToGet()
        || request.hasExpressionAttributeNames()) {
      throw new NotEvaluatedError("the projection of a read of table " + request.tableName());
    }
    rules.key(request.key());
    Map<String, AttributeValue> item =
        items.get(StoredAction.address(request.tableName(), request.key(), schema));
    return item == null
        ? GetItemResponse.builder().build()
        : GetItemResponse.builder().item(item).build();
  }

  @Override
  public DynamoDbServiceClientConfiguration serviceClientConfiguration() {
    return DynamoDbServiceClientConfiguration.builder().region(Region.of("in-memory")).build();
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public void close() {}
}

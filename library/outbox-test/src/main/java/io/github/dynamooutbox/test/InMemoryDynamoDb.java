package io.github.dynamooutbox.test;

import io.github.dynamooutbox.format.OutboxSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** The part of DynamoDB that an outbox needs. One lock makes transactions atomic. */
final class InMemoryDynamoDb implements DynamoDbClient {
  private final OutboxSchema schema;
  private final Map<String, Map<String, AttributeValue>> items = new HashMap<>();

  InMemoryDynamoDb(OutboxSchema schema) {
    this.schema = schema;
  }

  synchronized void clear() {
    items.clear();
  }

  @Override
  public synchronized TransactWriteItemsResponse transactWriteItems(
      TransactWriteItemsRequest request) {
    List<StoredAction> actions = new ArrayList<>();
    Set<String> addresses = new HashSet<>();
    for (TransactWriteItem action : request.transactItems()) {
      StoredAction stored = StoredAction.of(action, schema);
      actions.add(stored);
      if (!addresses.add(stored.address())) {
        throw refusal("Transaction request cannot include multiple operations on one item");
      }
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
    return TransactWriteItemsResponse.builder().build();
  }

  private static RuntimeException refusal(String message) {
    return DynamoDbException.builder()
        .statusCode(400)
        .message(message)
        .awsErrorDetails(AwsErrorDetails.builder().errorCode("ValidationException").build())
        .build();
  }

  @Override
  public synchronized GetItemResponse getItem(GetItemRequest request) {
    if (request.projectionExpression() != null || request.hasAttributesToGet()) {
      throw new NotEvaluatedError("the projection of a read of table " + request.tableName());
    }
    if (request.key().size() != 2) {
      throw refusal("The provided key element does not match the schema");
    }
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

package io.github.dynamooutbox.testrelay;

import java.util.List;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** Accepts every transaction, and keeps the last one instead of its items. */
final class AcceptingDynamoDb implements DynamoDbClient {
  private volatile List<TransactWriteItem> actions = List.of();

  List<TransactWriteItem> actions() {
    return actions;
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    actions = List.copyOf(request.transactItems());
    return TransactWriteItemsResponse.builder().build();
  }

  @Override
  public DynamoDbServiceClientConfiguration serviceClientConfiguration() {
    return DynamoDbServiceClientConfiguration.builder().region(Region.US_EAST_1).build();
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public void close() {}
}

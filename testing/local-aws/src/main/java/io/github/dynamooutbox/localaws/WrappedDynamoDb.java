package io.github.dynamooutbox.localaws;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** Forwards a writer's calls to a real client, so that a test can intercept them. Thread-safe. */
public class WrappedDynamoDb implements DynamoDbClient {
  private final DynamoDbClient client;

  /**
   * @param client stays the caller's to close
   */
  public WrappedDynamoDb(DynamoDbClient client) {
    this.client = client;
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    return client.transactWriteItems(request);
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    return client.getItem(request);
  }

  @Override
  public DynamoDbServiceClientConfiguration serviceClientConfiguration() {
    return client.serviceClientConfiguration();
  }

  @Override
  public String serviceName() {
    return client.serviceName();
  }

  @Override
  public void close() {}
}

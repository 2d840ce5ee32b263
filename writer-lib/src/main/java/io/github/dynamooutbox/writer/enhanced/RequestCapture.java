package io.github.dynamooutbox.writer.enhanced;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** A client that sends nothing and keeps the request of the Enhanced Client. */
final class RequestCapture implements DynamoDbClient {
  private @Nullable TransactWriteItemsRequest request;

  TransactWriteItem action() {
    if (request == null || request.transactItems().size() != 1) {
      throw new IllegalStateException("the Enhanced Client did not build exactly one action");
    }
    return request.transactItems().get(0);
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest made) {
    request = made;
    return TransactWriteItemsResponse.builder().build();
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public void close() {}
}

package io.github.dynamooutbox.localaws;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A client that answers only the calls that a test overrides, and holds nothing. */
public interface FakeDynamoDb extends DynamoDbClient {
  @Override
  default String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  default void close() {}
}

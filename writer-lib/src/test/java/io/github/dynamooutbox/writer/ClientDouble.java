package io.github.dynamooutbox.writer;

import software.amazon.awssdk.core.SdkClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;

/** What every double of a client has. A call that a double does not answer fails in the test. */
interface ClientDouble extends SdkClient {
  /** A double of the blocking client. */
  interface Blocking extends ClientDouble, DynamoDbClient {
    @Override
    default DynamoDbServiceClientConfiguration serviceClientConfiguration() {
      return ClientDouble.super.serviceClientConfiguration();
    }
  }

  /** A double of the asynchronous client. */
  interface Async extends ClientDouble, DynamoDbAsyncClient {
    @Override
    default DynamoDbServiceClientConfiguration serviceClientConfiguration() {
      return ClientDouble.super.serviceClientConfiguration();
    }
  }

  @Override
  default DynamoDbServiceClientConfiguration serviceClientConfiguration() {
    return DynamoDbServiceClientConfiguration.builder().region(Region.EU_CENTRAL_1).build();
  }

  @Override
  default String serviceName() {
    return DynamoDbClient.SERVICE_NAME;
  }

  @Override
  default void close() {}
}

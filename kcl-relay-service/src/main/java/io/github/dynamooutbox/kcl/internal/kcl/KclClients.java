package io.github.dynamooutbox.kcl.internal.kcl;

import java.time.Duration;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudwatch.CloudWatchAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * The clients that KCL works with. They take region, credentials and endpoints from the environment
 * as every SDK client does ({@code AWS_REGION}, {@code AWS_ENDPOINT_URL_DYNAMODB}, {@code
 * AWS_ENDPOINT_URL_DYNAMODB_STREAMS}).
 *
 * @param http carries the first two
 */
public record KclClients(
    DynamoDbAsyncClient dynamoDb,
    CloudWatchAsyncClient cloudWatch,
    CountedReads streams,
    SdkAsyncHttpClient http)
    implements AutoCloseable {
  private static final Duration CALL = Duration.ofSeconds(10);

  public static KclClients open() {
    SdkAsyncHttpClient http = NettyNioAsyncHttpClient.create();
    return new KclClients(
        DynamoDbAsyncClient.builder().httpClient(http).build(),
        CloudWatchAsyncClient.builder().httpClient(http).build(),
        new CountedReads(
            DynamoDbStreamsClient.builder()
                .httpClientBuilder(ApacheHttpClient.builder().maxConnections(Tuning.READERS))
                .overrideConfiguration(settings -> settings.apiCallTimeout(CALL))
                .build()),
        http);
  }

  public Region region() {
    return dynamoDb.serviceClientConfiguration().region();
  }

  @Override
  public void close() {
    streams.close();
    cloudWatch.close();
    dynamoDb.close();
    http.close();
  }
}

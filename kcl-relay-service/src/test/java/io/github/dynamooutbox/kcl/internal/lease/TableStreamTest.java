package io.github.dynamooutbox.kcl.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.kcl.internal.lease.KclClients.CountedReads;
import io.github.dynamooutbox.kcl.settings.ServiceException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.services.cloudwatch.CloudWatchAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

class TableStreamTest {
  /** DynamoDB returns 1 MB of a lease table at once, and 100 shards of a stream. */
  @ParameterizedTest
  @CsvSource({"s1,1,false", "s1,SHARD_END,true", "s2,1,false", "s2,SHARD_END,true", "s3,1,true"})
  void streamIsFinishedOnlyOnceTheShardsOfAllPagesAre(
      String shard, String checkpoint, boolean finished) {
    try (Leases leases = new Leases(shard, checkpoint, new AtomicInteger())) {
      assertThat(new TableStream(clients(leases), "orders").isFinished("arn", "leases"))
          .isEqualTo(finished);
    }
  }

  @Test
  void startWaitsUntilItIsThrottledNoLonger() {
    try (Leases leases = new Leases("s0", "SHARD_END", new AtomicInteger(1))) {
      assertThat(new TableStream(clients(leases), "orders").toRead("leases")).isEqualTo("arn");
    }
  }

  @Test
  void laterLookSaysAtOnceThatItIsThrottled() {
    try (Leases leases = new Leases("s0", "SHARD_END", new AtomicInteger(1))) {
      TableStream table = new TableStream(clients(leases), "orders");

      assertThatThrownBy(table::current)
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("table \"orders\" cannot be read")
          .hasMessageContaining("ThrottlingException");
    }
  }

  private static KclClients clients(Leases leases) {
    return new KclClients(
        leases,
        leases,
        new LeaseCalls(leases, Duration.ofSeconds(1), System::nanoTime),
        unused(CloudWatchAsyncClient.class),
        new CountedReads(new Shards()),
        unused(SdkAsyncHttpClient.class));
  }

  private static <T> T unused(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              throw new UnsupportedOperationException(method.getName());
            }));
  }

  /**
   * Two pages, the first with a lease that is finished.
   *
   * @param throttled how many calls for the table itself are throttled first
   */
  private record Leases(String shard, String checkpoint, AtomicInteger throttled)
      implements DynamoDbAsyncClient {
    @Override
    public CompletableFuture<DescribeTableResponse> describeTable(DescribeTableRequest request) {
      if (throttled.getAndDecrement() > 0) {
        return CompletableFuture.failedFuture(
            DynamoDbException.builder()
                .statusCode(400)
                .awsErrorDetails(AwsErrorDetails.builder().errorCode("ThrottlingException").build())
                .build());
      }
      return CompletableFuture.completedFuture(
          DescribeTableResponse.builder()
              .table(
                  table ->
                      table
                          .latestStreamArn("arn")
                          .streamSpecification(stream -> stream.streamEnabled(true)))
              .build());
    }

    @Override
    public CompletableFuture<ScanResponse> scan(ScanRequest request) {
      Map<String, AttributeValue> first = lease("s0", "SHARD_END");
      return CompletableFuture.completedFuture(
          request.hasExclusiveStartKey()
              ? ScanResponse.builder().items(List.of(lease(shard, checkpoint))).build()
              : ScanResponse.builder().items(List.of(first)).lastEvaluatedKey(first).build());
    }

    private static Map<String, AttributeValue> lease(String shard, String checkpoint) {
      return Map.of(
          "leaseKey", AttributeValue.fromS(shard), "checkpoint", AttributeValue.fromS(checkpoint));
    }

    @Override
    public String serviceName() {
      return "dynamodb";
    }

    @Override
    public void close() {}
  }

  /** Three pages of one shard each: s0, s1 and s2. */
  private static final class Shards implements DynamoDbStreamsClient {
    @Override
    public DescribeStreamResponse describeStream(DescribeStreamRequest request) {
      String after = request.exclusiveStartShardId();
      int page = after == null ? 0 : Integer.parseInt(after.substring(1)) + 1;
      return DescribeStreamResponse.builder()
          .streamDescription(
              stream ->
                  stream
                      .shards(Shard.builder().shardId("s" + page).build())
                      .lastEvaluatedShardId(page == 2 ? null : "s" + page))
          .build();
    }

    @Override
    public String serviceName() {
      return "streams";
    }

    @Override
    public void close() {}
  }
}

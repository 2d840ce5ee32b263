package io.github.dynamooutbox.kcl.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.kcl.internal.lease.KclClients.CallNotices;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.core.SdkServiceClientConfiguration;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

@Timeout(30)
class CallNoticesTest {
  private final BlockingQueue<String> said = new ArrayBlockingQueue<>(10);

  @Test
  void saysWhichCallItWaitsFor() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        DynamoDbAsyncClient client =
            DynamoDbAsyncClient.builder()
                .region(Region.EU_WEST_1)
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .endpointOverride(URI.create("http://127.0.0.1:" + silent.getLocalPort()))
                .overrideConfiguration(
                    settings ->
                        settings
                            .apiCallTimeout(Duration.ofMillis(2_200))
                            .addExecutionInterceptor(new CallNotices(said::add)))
                .build()) {
      assertThatThrownBy(() -> client.describeTable(table -> table.tableName("orders")).join())
          .hasCauseInstanceOf(SdkClientException.class);
    }
    assertThat(said).containsExactly("Waiting for DynamoDb DescribeTable of orders in eu-west-1");
  }

  /**
   * The SDK has none by default: an endpoint that never answers would hold a worker for minutes.
   */
  @Test
  void everyClientHasALimitForItsCalls() {
    System.setProperty("aws.region", "eu-west-1");
    try (KclClients clients = KclClients.open(new LeaseTimes(Duration.ofSeconds(5)))) {
      assertThat(
              Stream.of(
                      clients.dynamoDb().serviceClientConfiguration(),
                      clients.leases().serviceClientConfiguration(),
                      clients.cloudWatch().serviceClientConfiguration())
                  .map(SdkServiceClientConfiguration::overrideConfiguration))
          .allSatisfy(
              settings ->
                  assertThat(settings.apiCallTimeout().orElseThrow())
                      .isLessThanOrEqualTo(KclClients.CALL));
    } finally {
      System.clearProperty("aws.region");
    }
  }
}

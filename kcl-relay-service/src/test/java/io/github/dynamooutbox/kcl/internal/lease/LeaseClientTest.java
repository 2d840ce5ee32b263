package io.github.dynamooutbox.kcl.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

@Timeout(30)
class LeaseClientTest {
  /** While a renewal waits, KCL believes that it holds the lease. */
  @Test
  void noCallTakesAsLongAsALeaseEvenWithoutAnAnswer() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        SdkAsyncHttpClient http = NettyNioAsyncHttpClient.create();
        DynamoDbAsyncClient leases =
            KclClients.forLeases(
                DynamoDbAsyncClient.builder()
                    .httpClient(http)
                    .region(Region.EU_WEST_1)
                    .credentialsProvider(AnonymousCredentialsProvider.create())
                    .endpointOverride(URI.create("http://127.0.0.1:" + silent.getLocalPort())))) {
      // The first call loads classes, which may take longer.
      failsFor(leases);
      assertThat(failsFor(leases)).isLessThan(Tuning.FAILOVER);
    }
    assertThat(KclClients.LEASE_CALL).isLessThan(Tuning.FAILOVER);
  }

  private static Duration failsFor(DynamoDbAsyncClient leases) {
    long asked = System.nanoTime();
    assertThatThrownBy(() -> leases.describeTable(request -> request.tableName("leases")).join())
        .hasCauseInstanceOf(SdkClientException.class)
        .hasMessageContaining("timeout");
    return Duration.ofNanos(System.nanoTime() - asked);
  }
}

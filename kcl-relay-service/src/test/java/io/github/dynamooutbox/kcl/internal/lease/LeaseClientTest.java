package io.github.dynamooutbox.kcl.internal.lease;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.aws.host.HttpEndpoint;
import io.github.dynamooutbox.kcl.settings.WorkerSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

@Timeout(30)
class LeaseClientTest {
  private static final int THROTTLED = 6;
  private static final LeaseTimes TIMES = new LeaseTimes(Duration.ofSeconds(3));

  /** While a renewal waits, KCL believes that it holds the lease. */
  @Test
  void noCallTakesAsLongAsALeaseEvenWithoutAnAnswer() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        DynamoDbAsyncClient leases = client(silent.getLocalPort())) {
      // The first call loads classes, which may take longer.
      failsFor(leases);
      assertThat(failsFor(leases)).isLessThan(TIMES.failover());
    }
  }

  @Test
  void atEveryFailoverTimeAWorkerStopsBeforeItsLeaseHasExpired() {
    for (Duration failover = WorkerSettings.MIN_FAILOVER;
        failover.compareTo(WorkerSettings.MAX_FAILOVER) <= 0;
        failover = failover.plusMillis(500)) {
      LeaseTimes times = new LeaseTimes(failover);
      assertThat(times.call().plus(times.stop())).isLessThan(failover);
      assertThat(times.again()).isLessThan(times.call());
      assertThat(times.heartbeat().multipliedBy(2)).isLessThan(times.leader());
    }
  }

  /** The SDK's own pauses after throttling, up to a second, would leave two or three attempts. */
  @Test
  void aCallOutlastsManyThrottledAttempts() throws Exception {
    AtomicInteger remaining = new AtomicInteger();
    HttpEndpoint server =
        HttpEndpoint.bind(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), "throttling-table", 1);
    server.answer(
        "/",
        exchange -> {
          boolean throttled = remaining.getAndDecrement() > 0;
          byte[] body = (throttled ? "{\"__type\":\"ThrottlingException\"}" : "{}").getBytes(UTF_8);
          try (exchange) {
            exchange.sendResponseHeaders(throttled ? 400 : 200, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    server.start();
    // A call ends after five seconds, in which the SDK's pauses would leave four attempts.
    try (DynamoDbAsyncClient leases =
        client(server.port(), new LeaseTimes(Duration.ofSeconds(10)))) {
      // The first call loads classes, which may take longer.
      leases.listTables().join();
      remaining.set(THROTTLED);
      leases.describeTable(request -> request.tableName("leases")).join();
    } finally {
      server.close();
    }
    assertThat(remaining).hasValue(-1);
  }

  private static DynamoDbAsyncClient client(int port) {
    return client(port, TIMES);
  }

  private static DynamoDbAsyncClient client(int port, LeaseTimes times) {
    return KclClients.forLeases(
        DynamoDbAsyncClient.builder()
            .region(Region.EU_WEST_1)
            .credentialsProvider(AnonymousCredentialsProvider.create())
            .endpointOverride(URI.create("http://127.0.0.1:" + port)),
        times);
  }

  private static Duration failsFor(DynamoDbAsyncClient leases) {
    long asked = System.nanoTime();
    assertThatThrownBy(() -> leases.describeTable(request -> request.tableName("leases")).join())
        .hasCauseInstanceOf(SdkClientException.class)
        .hasMessageContaining("timeout");
    return Duration.ofNanos(System.nanoTime() - asked);
  }
}

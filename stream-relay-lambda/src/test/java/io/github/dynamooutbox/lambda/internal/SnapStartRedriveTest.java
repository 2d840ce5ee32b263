package io.github.dynamooutbox.lambda.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.relay.park.ParkReason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.crac.Core;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SnapStartRedriveTest {
  private static final String ENDPOINT = "aws.endpointUrl";
  private static final RelayConfig CONFIG =
      RelayConfig.parse(
          """
          {"table": {"name": "orders"},
           "controlTable": {"name": "orders-control"},
           "targets": {"audit": {"type": "kinesis", "streamName": "audit"}},
           "routes": [{"to": ["audit"]}]}
          """);

  private final AtomicInteger asked = new AtomicInteger();
  private HttpServer emptyTable;

  @BeforeEach
  void serveAnEmptyTable() throws IOException {
    emptyTable = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    emptyTable.createContext(
        "/",
        exchange -> {
          asked.incrementAndGet();
          byte[] answer = "{}".getBytes(StandardCharsets.UTF_8);
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    emptyTable.start();
    System.setProperty(ENDPOINT, "http://127.0.0.1:" + emptyTable.getAddress().getPort());
  }

  @AfterEach
  void stop() {
    System.clearProperty(ENDPOINT);
    emptyTable.stop(0);
  }

  @Test
  @Timeout(60)
  void redrivesAfterItWasRestoredFromASnapshot() throws Exception {
    SnapStartRedrive redrive = SnapStartRedrive.open(CONFIG);
    try {
      redrive.beforeCheckpoint(Core.getGlobalContext());
      assertThat(asked).as("priming sends nothing").hasValue(0);
      redrive.afterRestore(Core.getGlobalContext());

      assertThat(redrive.redrive(new RedriveRequest(Set.of(ParkReason.BLOCKED)), minute()))
          .startsWith("{\"reopened\":0,");
      assertThat(asked).hasPositiveValue();
    } finally {
      redrive.close();
    }
  }

  private static Duration minute() {
    return Duration.ofMinutes(1);
  }
}

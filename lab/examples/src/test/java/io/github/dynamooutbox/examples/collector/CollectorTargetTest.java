package io.github.dynamooutbox.examples.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.AwsTargets;
import io.github.dynamooutbox.contract.ContractEvent;
import io.github.dynamooutbox.contract.TargetContract;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// snippet:start contract
/** A target of our own meets the contract, with a real server, as the relay finds and opens it. */
class CollectorTargetTest implements TargetContract<CollectorEntry> {
  // snippet:end
  private final JsonMapper json = new JsonMapper();
  private final List<String> arrived = new CopyOnWriteArrayList<>();
  private final Map<Target<?>, AwsTargets> opened = new HashMap<>();
  private HttpServer collector;
  private ServerSocket silent;
  private volatile int status = 204;

  @BeforeEach
  void listen() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    silent = new ServerSocket(0, 0, loopback);
    collector = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    collector.createContext(
        "/events",
        exchange -> {
          JsonNode batch = json.readTree(exchange.getRequestBody());
          if (status < 300) {
            batch.forEach(event -> arrived.add(event.toString()));
          }
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    collector.start();
  }

  @AfterEach
  void stop() throws IOException {
    opened.values().forEach(AwsTargets::close);
    collector.stop(0);
    silent.close();
  }

  // snippet:start opened
  @Override
  public Target<CollectorEntry> openTarget() {
    return open(collector.getAddress().getPort());
  }

  @Override
  public Target<CollectorEntry> openTargetWithoutAnswers() {
    return open(silent.getLocalPort());
  }

  @Override
  public List<String> arrived(int atLeast) {
    // An answer comes after the events have been taken down.
    return arrived;
  }

  // snippet:end

  @Override
  public Target<CollectorEntry> openTargetWithoutService() {
    try (ServerSocket nobody = new ServerSocket(0)) {
      return open(nobody.getLocalPort());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void closeTarget(Target<CollectorEntry> target) {
    opened.get(target).close();
  }

  @SuppressWarnings("unchecked") // the document has one target
  private Target<CollectorEntry> open(int port) {
    RelayConfig config = config("\"url\": \"http://127.0.0.1:%d/events\"".formatted(port));
    AwsTargets targets = AwsTargets.open(config, Runnable::run, InstantSource.system());
    Target<CollectorEntry> target = (Target<CollectorEntry>) targets.all().get(0);
    opened.put(target, targets);
    return target;
  }

  private static RelayConfig config(String keys) {
    return RelayConfig.parse(
        """
        {"table": {"name": "orders"},
         "targets": {"collector": {"type": "http-collector", "ordered": true, %s}},
         "routes": [{"to": ["collector"]}]}
        """
            .formatted(keys));
  }

  @Test
  void reportsProblemsOfItsKeysTogetherWithAllOthers() {
    assertThatThrownBy(() -> config("\"uri\": \"http://x\", \"maxEntries\": 101"))
        .hasMessageContaining("targets.collector.url: is missing: say where the collector listens")
        .hasMessageContaining("targets.collector.uri: unknown key; did you mean \"url\"?")
        .hasMessageContaining("targets.collector.maxEntries: 101 must be a whole number");
  }

  @Test
  void isInTheListOfWhatIsKnown() {
    assertThatThrownBy(
            () ->
                RelayConfig.parse(
                    """
                    {"table": {"name": "orders"}, "targets": {"t": {"type": "https"}},
                     "routes": [{"to": ["t"]}]}
                    """))
        .hasMessageContaining(
            "must be one of: eventbridge, eventbridgev2, http-collector, kafka, kinesis, s3, sns, sqs");
  }

  @ParameterizedTest
  @CsvSource({"400, refused", "413, refused", "503, retry", "404, retry"})
  void tellsItsEventsFaultsFromOthers(int code, String kind) {
    status = code;
    Target<CollectorEntry> target = openTarget();
    CollectorEntry entry =
        target
            .prepare(ContractEvent.of("a").envelope())
            .fold(ready -> ready.entry(), refused -> new CollectorEntry(new byte[0]));
    BatchOutcome outcome = target.publish(List.of(entry)).toCompletableFuture().join();
    assertThat(outcome.<String>fold(entries -> "retry", refused -> "refused")).isEqualTo(kind);
  }
}

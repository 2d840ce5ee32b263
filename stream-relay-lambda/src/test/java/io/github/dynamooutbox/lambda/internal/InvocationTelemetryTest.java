package io.github.dynamooutbox.lambda.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.lambda.TestRecords;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.observe.RelayObserver.SkipReason;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InvocationTelemetryTest {
  private final EmfCapture written = new EmfCapture();

  @AfterEach
  void close() {
    written.close();
  }

  /** The alarms of the infrastructure are compared with the same file. */
  @Test
  void writesEachMetricUnderTheDimensionsThatAlarmsLookFor() throws IOException {
    InvocationTelemetry telemetry = telemetry(Map.of());
    RelayObserver observer = telemetry.observer();
    Envelope event = TestRecords.envelope("42", 7, "100");
    StreamPosition position = new StreamPosition("100");
    Duration age = Duration.ofMillis(20);
    observer.published("bus", event, age);
    observer.retried("bus", event, "Throttled", "later");
    observer.rejected("bus", event, "TOO_LARGE", "at most 256 KB");
    observer.parked("bus", event, new Cause(ParkReason.REJECTED, "TOO_LARGE", "at most 256 KB"));
    observer.batchSent("bus", 1, 100);
    observer.answered("bus", age);
    observer.stillDown("bus", age);
    observer.finishedBefore("bus");
    observer.heartbeat(event, age);
    observer.inverted(new AggregateKey("Order", "42"), position);
    observer.halted(position, "MALFORMED", "events: found nothing");
    observer.lost("receipt", 1, "Throttled");
    observer.controlFailed("receipt", "Throttled", "later");
    for (SkipReason reason : SkipReason.values()) {
      observer.skipped(reason);
    }
    telemetry.end();
    List<String> metrics = new ArrayList<>(written.metrics());
    // The redrive function writes these: see RedriveRunTest and ParkedFiguresTest.
    metrics.addAll(
        List.of(
            "BlockedLanes Service Count",
            "ClosedLanes Service Count",
            "ClosedLanes Reason,Service,Target Count",
            "OldestParkedAge Service Milliseconds",
            "OldestParkedAge Service,Target Milliseconds",
            "ParkedEvents Service Count",
            "ParkedEvents Service,Target Count",
            "ParkedEvents Reason,Service,Target Count",
            "RedriveBusy Service Count",
            "Redriven Service Count"));

    assertThat(metrics)
        .containsExactlyInAnyOrderElementsOf(
            Files.readAllLines(Path.of("src/test/resources/metrics.txt")));
    assertThat(written.lines())
        .allSatisfy(
            line ->
                assertThat(line.at("/_aws/CloudWatchMetrics/0/Namespace").asText())
                    .isEqualTo("DynamoOutbox"));
  }

  @Test
  void writesALineForEachTarget() {
    InvocationTelemetry telemetry = telemetry(Map.of());
    telemetry.observer().batchSent("audit", 2, 100);
    telemetry.observer().batchSent("bus", 3, 100);
    telemetry.end();

    assertThat(written.lines())
        .extracting(line -> line.path("Target").asText() + line.path("BatchEntries").asInt())
        .containsExactlyInAnyOrder("audit2", "bus3");
  }

  @Test
  void writesNoZeros() {
    telemetry(Map.of()).end();

    assertThat(written.lines()).isEmpty();
  }

  @Test
  void readsNamespaceAndServiceFromPowertoolsVariables() {
    Map<String, String> environment =
        Map.of("POWERTOOLS_METRICS_NAMESPACE", "Ours", "POWERTOOLS_SERVICE_NAME", "orders");
    InvocationTelemetry telemetry = telemetry(environment);
    telemetry.observer().finishedBefore("bus");
    telemetry.end();

    assertThat(written.lines())
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.at("/_aws/CloudWatchMetrics/0/Namespace").asText()).isEqualTo("Ours");
              assertThat(line.path("Service").asText()).isEqualTo("orders");
            });
  }

  @Test
  void writesNoneWherePowertoolsMetricsAreOff() {
    InvocationTelemetry telemetry = telemetry(Map.of("POWERTOOLS_METRICS_DISABLED", "true"));
    telemetry.observer().finishedBefore("bus");
    telemetry.end();

    assertThat(written.lines()).isEmpty();
  }

  private static InvocationTelemetry telemetry(Map<String, String> environment) {
    return new InvocationTelemetry(FunctionMetrics.of(environment));
  }
}

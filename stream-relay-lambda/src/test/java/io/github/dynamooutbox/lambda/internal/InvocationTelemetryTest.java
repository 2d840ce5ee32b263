package io.github.dynamooutbox.lambda.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.lambda.TestRecords;
import io.github.dynamooutbox.lambda.internal.SnapStartRelay.InvocationTelemetry;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayEvent.SkipReason;
import io.github.dynamooutbox.relay.observe.RelayObserver;
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
    observer.observe(new RelayEvent.Published("bus", event, age));
    observer.observe(new RelayEvent.Deduplicated("bus", event));
    observer.observe(new RelayEvent.Retried("bus", event, "Throttled", "later"));
    observer.observe(new RelayEvent.Rejected("bus", event, "TOO_LARGE", "at most 256 KB"));
    observer.observe(
        new RelayEvent.Parked(
            "bus", event, new Cause(ParkReason.REJECTED, "TOO_LARGE", "at most 256 KB")));
    observer.observe(new RelayEvent.BatchSent("bus", 1, 100));
    observer.observe(new RelayEvent.Answered("bus", age));
    observer.observe(new RelayEvent.StillDown("bus", age));
    observer.observe(new RelayEvent.FinishedBefore("bus"));
    observer.observe(new RelayEvent.Heartbeat(event, age));
    observer.observe(new RelayEvent.Inverted(new AggregateKey("Order", "42"), position));
    observer.observe(new RelayEvent.Halted(position, "MALFORMED", "events: found nothing"));
    observer.observe(new RelayEvent.Lost("receipt", 1, "Throttled"));
    observer.observe(new RelayEvent.ControlFailed("receipt", "Throttled", "later"));
    for (SkipReason reason : SkipReason.values()) {
      observer.observe(new RelayEvent.Skipped(reason));
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
    telemetry.observer().observe(new RelayEvent.BatchSent("audit", 2, 100));
    telemetry.observer().observe(new RelayEvent.BatchSent("bus", 3, 100));
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
    telemetry.observer().observe(new RelayEvent.FinishedBefore("bus"));
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
    telemetry.observer().observe(new RelayEvent.FinishedBefore("bus"));
    telemetry.end();

    assertThat(written.lines()).isEmpty();
  }

  private static InvocationTelemetry telemetry(Map<String, String> environment) {
    return new InvocationTelemetry(FunctionMetrics.of(environment));
  }
}

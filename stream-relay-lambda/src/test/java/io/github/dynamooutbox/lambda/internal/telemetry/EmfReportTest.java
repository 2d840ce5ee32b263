package io.github.dynamooutbox.lambda.internal.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.lambda.TestRecords;
import io.github.dynamooutbox.relay.RelayObserver.SkipReason;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EmfReportTest {
  private final EmfCapture written = new EmfCapture();

  @AfterEach
  void close() {
    written.close();
  }

  /** The alarms of the infrastructure are compared with the same file. */
  @Test
  void writesEachMetricUnderTheDimensionsThatAlarmsLookFor() throws IOException {
    Telemetry telemetry = Telemetry.fromEnvironment();
    Envelope event = TestRecords.envelope("42", 7, "100");
    StreamPosition position = new StreamPosition("100");
    Duration age = Duration.ofMillis(20);
    telemetry.published("bus", event, age);
    telemetry.retried("bus", event, "Throttled", "later");
    telemetry.rejected("bus", event, "TOO_LARGE", "at most 256 KB");
    telemetry.parked("bus", event, new Cause(ParkReason.REJECTED, "TOO_LARGE", "at most 256 KB"));
    telemetry.batchSent("bus", 1, 100);
    telemetry.finishedBefore("bus");
    telemetry.heartbeat(event, age);
    telemetry.inverted(new AggregateKey("Order", "42"), position);
    telemetry.halted(position, "MALFORMED", "events: found nothing");
    telemetry.lost("receipt", 1, "Throttled");
    telemetry.controlFailed("receipt", "Throttled", "later");
    for (SkipReason reason : SkipReason.values()) {
      telemetry.skipped(reason);
    }
    telemetry.end();
    LaneReport.fromEnvironment().write(2, 1);

    assertThat(written.metrics())
        .isEqualTo(Files.readAllLines(Path.of("src/test/resources/metrics.txt")));
    assertThat(written.lines())
        .allSatisfy(
            line ->
                assertThat(line.at("/_aws/CloudWatchMetrics/0/Namespace").asText())
                    .isEqualTo("DynamoOutbox"));
  }

  @Test
  void writesALineForEachTarget() {
    Telemetry telemetry = Telemetry.fromEnvironment();
    telemetry.batchSent("audit", 2, 100);
    telemetry.batchSent("bus", 3, 100);
    telemetry.end();

    assertThat(written.lines())
        .extracting(line -> line.path("Target").asText() + line.path("BatchEntries").asInt())
        .containsExactlyInAnyOrder("audit2", "bus3");
  }

  @Test
  void writesNothingOfWhatIsZero() {
    Telemetry.fromEnvironment().end();
    LaneReport.fromEnvironment().write(0, 0);

    assertThat(written.lines()).isEmpty();
  }
}

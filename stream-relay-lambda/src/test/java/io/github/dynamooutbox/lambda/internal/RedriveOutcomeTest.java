package io.github.dynamooutbox.lambda.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.lambda.internal.RedriveRun.RedriveOutcome;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.redrive.RedriveResult.Why;
import io.github.dynamooutbox.relay.redrive.WaysOut.Outcome;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each figure has another value. */
class RedriveOutcomeTest {
  private static final QueueName STUCK = new QueueName.Lane(new LaneKey("bus", "Order#1"));
  private static final Lease LEASE = new Lease("another", Instant.parse("2026-11-21T10:15:30Z"));

  private static final RedriveOutcome REPORT =
      new RedriveOutcome(
          7,
          new RedriveResult(
              6,
              5,
              4,
              Map.of(STUCK, new Why("TooLarge", "300 KB")),
              3,
              IntStream.of(8, 9).boxed().collect(Collectors.toMap(part -> part, part -> LEASE))));

  @Test
  void returnsEveryFigureUnderItsName() {
    assertThat(REPORT.json())
        .isEqualTo(
            "{\"parked\":7,\"published\":6,\"moved\":5,\"released\":4,\"stuck\":1,"
                + "\"unfinished\":3,\"busy\":2}");
  }

  @Test
  void measuresWhatWasPublishedAndWhoIsBusy() {
    try (EmfCapture metrics = new EmfCapture()) {
      FunctionMetrics.of(Map.of()).write(REPORT.metrics());

      List<JsonNode> lines = metrics.lines();
      assertThat(lines).hasSize(1);
      assertThat(lines.get(0).path("Redriven").asInt()).isEqualTo(6);
      assertThat(lines.get(0).path("RedriveBusy").asInt()).isEqualTo(2);
    }
  }

  @Test
  void measuresNothingWhereNothingWasDone() {
    try (EmfCapture metrics = new EmfCapture()) {
      FunctionMetrics.of(Map.of()).write(new RedriveOutcome(7, RedriveResult.NOTHING).metrics());

      assertThat(metrics.metrics()).isEmpty();
    }
  }

  @Test
  void logsWhatIsStuckAndWhoIsBusy() {
    try (LogCapture log = new LogCapture(RedriveRun.class)) {
      REPORT.log();

      String busy =
          " is skipped: another is redriving it, until 2026-11-21T10:15:30Z at the latest";
      assertThat(log.events())
          .extracting(event -> event.getLevel() + " " + event.getMessage().getFormattedMessage())
          .containsExactlyInAnyOrder(
              "INFO Part 8" + busy,
              "INFO Part 9" + busy,
              "WARN Still parked: %s: TooLarge: 300 KB".formatted(STUCK),
              "INFO Redrive: 6 events published, 5 moved to closed lanes, 4 queues released,"
                  + " 1 stuck, 3 unfinished, 2 parts busy");
    }
  }

  @Test
  void saysHowManyHaveLeftAndWhyNotAll() {
    Optional<Why> why = Optional.of(new Why("Bad", "is bad"));

    assertThat(RedriveOutcome.json(new Outcome(3, Optional.empty(), Optional.empty())))
        .isEqualTo("{\"left\":3,\"obstacle\":0,\"busy\":0}");
    assertThat(RedriveOutcome.json(new Outcome(2, why, Optional.empty())))
        .isEqualTo("{\"left\":2,\"obstacle\":1,\"busy\":0}");
    assertThat(RedriveOutcome.json(new Outcome(0, Optional.empty(), Optional.of(LEASE))))
        .isEqualTo("{\"left\":0,\"obstacle\":0,\"busy\":1}");
  }
}

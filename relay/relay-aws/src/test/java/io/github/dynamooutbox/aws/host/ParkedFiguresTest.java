package io.github.dynamooutbox.aws.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState.Held;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParkedFiguresTest {
  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
  private static final LaneKey LANE = new LaneKey("bus", "Order#1");

  @Test
  void countsEventsByTheReasonOfTheirQueue() throws IOException {
    List<JsonNode> lines =
        write(
            queue(
                new QueueName.Lane(LANE),
                60,
                Map.of(ParkReason.REJECTED, 1L, ParkReason.BEHIND, 4L)),
            queue(
                new QueueName.Part("bus", 3),
                5,
                Map.of(ParkReason.BLOCKED, 10L, ParkReason.BEHIND, 90L)),
            queue(new QueueName.Single("feed", 3), 7, Map.of(ParkReason.REJECTED, 2L)));

    assertThat(lines.stream().map(ParkedFiguresTest::figures))
        .containsExactlyInAnyOrder(
            "bus BLOCKED events 100 lanes - age -",
            "bus REJECTED events 5 lanes 1 age -",
            "bus - events 105 lanes - age 60000",
            "feed REJECTED events 2 lanes - age -",
            "feed - events 2 lanes - age 7000",
            "- - events 107 lanes 1 age 60000");
    JsonNode all = lines.get(lines.size() - 1);
    assertThat(all.path("BlockedLanes").asInt()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "-1000000000-01-01T00:00:00Z, +1000000000-12-31T23:59:59.999999999Z, 253402300799000",
    "+1000000000-12-31T23:59:59.999999999Z, -1000000000-01-01T00:00:00Z, 0"
  })
  void clocksAtTheEndsOfTheirRangesGiveFigures(Instant oldest, Instant now, long age)
      throws IOException {
    QueueSummary queue =
        new QueueSummary(
            new QueueName.Lane(LANE), new Held(1), oldest, oldest, Map.of(ParkReason.BLOCKED, 1L));
    List<JsonNode> lines = write(now, queue);

    assertThat(lines.get(lines.size() - 1).path("OldestParkedAge").asLong()).isEqualTo(age);
    assertThat(lines.get(0).path("_aws").path("Timestamp").asLong())
        .isEqualTo(now.isAfter(NOW) ? 253_402_300_799_000L : 0);
  }

  @Test
  void writesZerosWhereNothingIsParked() throws IOException {
    assertThat(write().stream().map(ParkedFiguresTest::figures))
        .containsExactly(
            "bus - events 0 lanes - age 0",
            "feed - events 0 lanes - age 0",
            "- - events 0 lanes 0 age 0");
  }

  private static String figures(JsonNode line) {
    return "%s %s events %s lanes %s age %s"
        .formatted(
            line.path("Target").asText("-"),
            line.path("Reason").asText("-"),
            number(line, "ParkedEvents"),
            number(line, "ClosedLanes"),
            number(line, "OldestParkedAge"));
  }

  private static String number(JsonNode line, String name) {
    return line.has(name) ? String.valueOf(line.path(name).asLong()) : "-";
  }

  private static List<JsonNode> write(QueueSummary... queues) throws IOException {
    return write(NOW, queues);
  }

  private static List<JsonNode> write(Instant now, QueueSummary... queues) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EmfWriter metrics =
        new EmfWriter(
            "DynamoOutbox",
            "redrive",
            InstantSource.fixed(now),
            new PrintStream(out, true, StandardCharsets.UTF_8));
    new ParkedFigures(List.of("bus", "feed"), List.of(queues), now).write(metrics);
    List<JsonNode> lines = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).split("\n", -1)) {
      if (!line.isBlank()) {
        lines.add(new ObjectMapper().readTree(line));
      }
    }
    return lines;
  }

  private static QueueSummary queue(QueueName queue, long age, Map<ParkReason, Long> counts) {
    Instant oldest = NOW.minusSeconds(age);
    return new QueueSummary(queue, new Held(1), oldest, oldest, counts);
  }
}

package io.github.dynamooutbox.lambda.internal;

import static java.util.concurrent.CompletableFuture.completedStage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.aws.ConfigException;
import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Attempts;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.park.ParkedLanes;
import io.github.dynamooutbox.relay.redrive.LanesRedrive;
import io.github.dynamooutbox.relay.redrive.Redriver;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RedriveRunTest {
  private static final LaneKey BLOCKED = new LaneKey("bus", "Order#blocked");
  private static final LaneKey UNREAD = new LaneKey(LaneKey.ALL_TARGETS, "Order#unread");

  private final Lanes lanes = new Lanes();
  private final ThreadEventLoop loop = new ThreadEventLoop("redrive-test");
  private final LogCapture log = new LogCapture(RedriveRun.class);

  @AfterEach
  void close() {
    loop.close();
    log.close();
  }

  @Test
  void opensTheLanesThatItIsAskedFor() {
    assertThat(redrive(Duration.ofMinutes(1), ParkReason.BLOCKED))
        .isEqualTo("{\"reopened\":1,\"published\":0,\"stillParked\":0,\"notTried\":0}");

    assertThat(lanes.closed).containsOnlyKeys(UNREAD);
  }

  @Test
  void saysWhichLaneIsStillParkedAndWhy() {
    assertThat(redrive(Duration.ofMinutes(1), ParkReason.BLOCKED, ParkReason.MALFORMED))
        .isEqualTo("{\"reopened\":1,\"published\":0,\"stillParked\":1,\"notTried\":0}");

    assertThat(messages(Level.WARN))
        .singleElement()
        .asString()
        .contains("Order#unread", "MALFORMED")
        .doesNotContain("secret");
  }

  @Test
  void beginsNoLaneWithoutTimeForItAndSaysSo() {
    assertThat(redrive(Duration.ofSeconds(3), ParkReason.BLOCKED))
        .isEqualTo("{\"reopened\":0,\"published\":0,\"stillParked\":0,\"notTried\":1}");

    assertThat(messages(Level.ERROR)).singleElement().asString().contains("longer timeout");
  }

  @Test
  void countsTheLanesThatAreClosedAsItBegins() {
    lanes.closed.put(new LaneKey("audit", "Order#blocked"), ParkReason.BLOCKED);
    try (EmfCapture metrics = new EmfCapture()) {
      redrive(Duration.ofMinutes(1), ParkReason.BLOCKED);

      assertThat(metrics.lines())
          .singleElement()
          .satisfies(
              line -> {
                assertThat(line.path("ClosedLanes").asInt()).isEqualTo(3);
                assertThat(line.path("BlockedLanes").asInt()).isEqualTo(2);
              });
    }
  }

  @Test
  void countsNoLaneWhereNoneIsClosed() {
    lanes.closed.clear();
    try (EmfCapture metrics = new EmfCapture()) {
      redrive(Duration.ofMinutes(1), ParkReason.BLOCKED);

      assertThat(metrics.lines()).isEmpty();
    }
  }

  @Test
  void needsAControlTable() {
    RelayConfig config =
        RelayConfig.parse(
            """
            {"table": {"name": "orders"},
             "targets": {"audit": {"type": "kinesis", "streamName": "audit"}},
             "routes": [{"to": ["audit"]}]}
            """);

    assertThatThrownBy(() -> SnapStartRedrive.open(config))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("controlTable");
  }

  private String redrive(Duration remaining, ParkReason... reasons) {
    RecordCodec codec = new RecordCodec(OutboxSchema.defaults());
    Redriver redriver = new Redriver(lanes, List.of(), List.of(), codec, loop);
    return new RedriveRun(
            new LanesRedrive(lanes, redriver, loop, 1, 10),
            FunctionMetrics.of(Map.of()),
            Duration.ofSeconds(10))
        .redrive(new RedriveRequest(Set.of(reasons)), remaining);
  }

  private List<String> messages(Level level) {
    return log.events().stream()
        .filter(event -> event.getLevel().equals(level))
        .map(event -> event.getMessage().getFormattedMessage())
        .toList();
  }

  /** One lane that is empty by now, and one with a record that nobody can read. */
  private static final class Lanes implements ParkedLanes {
    private final Map<LaneKey, ParkReason> closed =
        new ConcurrentHashMap<>(Map.of(BLOCKED, ParkReason.BLOCKED, UNREAD, ParkReason.MALFORMED));

    @Override
    public CompletionStage<List<ParkedLane>> lanes() {
      return completedStage(
          closed.entrySet().stream()
              .map(lane -> new ParkedLane(lane.getKey(), 1, lane.getValue(), Instant.EPOCH))
              .toList());
    }

    @Override
    public CompletionStage<List<ParkedEvent>> read(LaneKey lane, Optional<Place> after, int max) {
      return completedStage(
          lane.equals(UNREAD) && after.isEmpty() ? List.of(unreadable()) : List.of());
    }

    private static ParkedEvent unreadable() {
      RecordKey key = new RecordKey("OUTBOX#Order#unread", "1");
      return new ParkedEvent(
          new Place(UNREAD, new StreamPosition("1"), key, ParkedEvent.WHOLE_RECORD),
          new Cause(ParkReason.MALFORMED, "MALFORMED", "v: found nothing"),
          new Attempts(0, Instant.EPOCH, Instant.EPOCH),
          Item.builder().put("PK", key.partition()).put("payload", "secret").build(),
          Set.of());
    }

    @Override
    public CompletionStage<Boolean> remove(Place place) {
      return completedStage(true);
    }

    @Override
    public CompletionStage<Void> published(Place place, String mark) {
      return completedStage(null);
    }

    @Override
    public CompletionStage<Boolean> reopen(LaneKey lane) {
      return completedStage(closed.remove(lane) != null);
    }

    @Override
    public CompletionStage<Boolean> isClosed(LaneKey lane) {
      return completedStage(closed.containsKey(lane));
    }
  }
}

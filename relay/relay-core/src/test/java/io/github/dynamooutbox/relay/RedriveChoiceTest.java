package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState.Held;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.redrive.Redrive;
import io.github.dynamooutbox.relay.redrive.RedriveBuilder.Setup;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.redrive.RedriveTime;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which queues a redrive reads, by what is counted in them, and with what it was built. */
class RedriveChoiceTest extends RedriveBench {
  private static final List<Set<ParkReason>> ORDERS =
      List.of(
          Set.of(),
          Set.of(ParkReason.BLOCKED),
          Set.of(ParkReason.REJECTED),
          Set.of(ParkReason.BLOCKED, ParkReason.REJECTED));

  private final Redrive redrive = open(queues.atOnce());

  /** Lanes whose queues are not read in this minute whatever is counted. */
  private final LaneKey lane =
      Stream.iterate(0, id -> id + 1)
          .map(id -> new LaneKey("bus", "Order#" + id))
          .filter(each -> queuesOf(each).noneMatch(queue -> hourlyMinute(queue) == 0))
          .findFirst()
          .orElseThrow();

  /** Counts may be missing, or zero. */
  @Test
  void readsQueuesThatMayHoldSomethingOfTheOrder() {
    for (Set<ParkReason> reasons : ORDERS) {
      for (Map<ParkReason, Long> counts : allCounts()) {
        boolean holdsSome =
            reasons.stream().anyMatch(reason -> counts.getOrDefault(reason, 0L) > 0);
        boolean isKnown =
            counts.getOrDefault(ParkReason.BLOCKED, 0L) > 0
                || counts.getOrDefault(ParkReason.REJECTED, 0L) > 0;
        boolean isMeant = !reasons.isEmpty() && (holdsSome || !isKnown);
        assertReads(new QueueName.Lane(lane), counts, reasons, isMeant);
        assertReads(QueueName.Single.of(lane), counts, reasons, isMeant);
        assertReads(QueueName.Part.of(lane), counts, reasons, reasons.contains(ParkReason.BLOCKED));
      }
    }
  }

  /** As counts may be wrong, after a crash. */
  @Test
  void readsEachQueueOnceAnHourInAnyCase() {
    List<QueueName> all = List.of(new QueueName.Lane(lane), QueueName.Single.of(lane));
    for (QueueName queue : all) {
      List<Integer> minutes = new ArrayList<>();
      for (int minute = 0; minute < 60; minute++) {
        if (isRead(queue, Map.of(ParkReason.REJECTED, 1L), Set.of(ParkReason.BLOCKED))) {
          minutes.add(minute);
        }
        loop.runFor(Duration.ofMinutes(1));
      }
      assertThat(minutes).as("%s", queue).containsExactly(hourlyMinute(queue));
    }
  }

  @Test
  void readsItemsByItsSchemaAndTellsItsObserver() {
    OutboxSchema schema = new OutboxSchema("pk2", "sk2", "X#", "ttl2");
    RecordCodec codec = new RecordCodec(schema);
    ParkedEvent parked = parked(LANE, ParkReason.BLOCKED, order(1, 1, 1), 0);
    OutboxRecord record =
        Records.CODEC
            .decode(parked.item())
            .fold(
                decoded -> Optional.of(decoded.record()),
                newer -> Optional.<OutboxRecord>empty(),
                malformed -> Optional.<OutboxRecord>empty())
            .orElseThrow();
    append(
        OWN,
        List.of(
            new ParkedEvent(
                parked.place(),
                parked.cause(),
                parked.attempts(),
                codec.encode(codec.key(record.aggregate(), 1), record),
                Set.of())));
    List<String> told = new ArrayList<>();
    RelayObserver observer =
        event -> {
          if (event instanceof RelayEvent.Published it) {
            told.add(it.target() + " " + it.envelope().event().id());
          }
        };
    Redrive other =
        Redrive.builder(new Setup(queues.table(), List.of(bus, feed), rules, loop))
            .clock(loop)
            .schema(schema)
            .observer(observer)
            .build();

    RedriveResult result =
        run(other, new QueueSummary(OWN, new Held(1), Instant.EPOCH, Instant.EPOCH, Map.of()), ANY);

    assertThat(result.published()).isEqualTo(1);
    assertThat(told).containsExactly("bus a-1.0");
  }

  private void assertReads(
      QueueName queue, Map<ParkReason, Long> counts, Set<ParkReason> reasons, boolean isMeant) {
    assertThat(isRead(queue, counts, reasons))
        .as("%s with %s for %s", queue, counts, reasons)
        .isEqualTo(isMeant);
  }

  /** A queue that is absent counts as released if it is read at all. */
  private boolean isRead(QueueName queue, Map<ParkReason, Long> counts, Set<ParkReason> reasons) {
    QueueSummary summary =
        new QueueSummary(queue, new Held(1), Instant.EPOCH, Instant.EPOCH, counts);
    return run(redrive, summary, reasons).released() == 1;
  }

  private RedriveResult run(Redrive by, QueueSummary queue, Set<ParkReason> reasons) {
    Instant now = loop.instant();
    RedriveTime time = new RedriveTime(now.plusSeconds(5), now.plusSeconds(6), now.plusSeconds(7));
    CompletableFuture<RedriveResult> done =
        by.run("run", List.of(queue), RedriveOrder.of(reasons), time).toCompletableFuture();
    loop.runUntil(done::isDone);
    return done.join();
  }

  private static Stream<QueueName> queuesOf(LaneKey lane) {
    return Stream.of(new QueueName.Lane(lane), QueueName.Single.of(lane), QueueName.Part.of(lane));
  }

  private static int hourlyMinute(QueueName queue) {
    return Math.floorMod(queue.hashCode(), 60);
  }

  /** Each of three reasons is not counted, or zero times, or once. */
  private static List<Map<ParkReason, Long>> allCounts() {
    List<Map<ParkReason, Long>> all = new ArrayList<>(List.of(Map.of()));
    for (ParkReason reason : List.of(ParkReason.BLOCKED, ParkReason.REJECTED, ParkReason.BEHIND)) {
      for (Map<ParkReason, Long> some : List.copyOf(all)) {
        for (long count = 0; count <= 1; count++) {
          Map<ParkReason, Long> more = new EnumMap<>(ParkReason.class);
          more.putAll(some);
          more.put(reason, count);
          all.add(more);
        }
      }
    }
    return all;
  }
}

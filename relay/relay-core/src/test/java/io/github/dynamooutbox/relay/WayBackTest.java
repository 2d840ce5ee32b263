package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.internal.queue.AppendingQueues;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Figures of the way back after a bad day, in virtual time.
 *
 * <p>{@code -Dwayback.events=1000000 -Dwayback.lanes=100000} parks so many in so many lanes.
 */
class WayBackTest extends RedriveBench {
  private static final int EVENTS = Integer.getInteger("wayback.events", 50_000);
  private static final int LANES = Integer.getInteger("wayback.lanes", 2_500);
  private static final int LANES_AT_ONCE = 10_000;

  private long position;

  @Test
  void goesBackAtNearlyTheRateOfALiveShard() {
    Duration live = live();
    bus.accepted.clear();
    parkAll();
    Instant start = loop.instant();

    int runs = 0;
    while (!queues.held().isEmpty()) {
      redrive(RedriveOrder.BLOCKED);
      runs++;
    }

    Duration back = Duration.between(start, loop.instant());
    double rate = (double) live.toMillis() / back.toMillis();
    System.out.printf(
        "live %d events/s, way back %d events/s: %.2f of it, in %d runs; %.3f write and %.3f read"
            + " steps an event%n",
        EVENTS * 1_000L / live.toMillis(),
        EVENTS * 1_000L / back.toMillis(),
        rate,
        runs,
        (double) (queues.times("remove") + queues.times("replace")) / EVENTS,
        (double) queues.times("read") / EVENTS);
    assertThatAllArePublishedOnceInOrder();
    assertThat(rate).isGreaterThanOrEqualTo(0.9);
    assertThat(bus.mostInFlight).as("as one more shard").isEqualTo(LIMITS.maxInFlight());
  }

  /** Live events cannot pass while their lane's backlog is held: they go behind it. */
  @Test
  void convergesThough1000LiveEventsASecondGoIntoTheSameLanes() {
    parkAll();
    Relay relay =
        Relay.builder(List.of(bus), List.of(Rule.all("bus")), loop)
            .clock(loop)
            .parking(
                new ParkingPolicy(
                    Optional.of(queues.table()), true, Optional.of(BlockedAfter.DEFAULT)))
            .build();
    Instant start = loop.instant();
    new RecordFeed(loop, relay, RecordFeed.Host.KCL, this::liveOrders).start();

    while (!queues.held().isEmpty()
        && Duration.between(start, loop.instant()).compareTo(Duration.ofHours(2)) < 0) {
      redrive(RedriveOrder.BLOCKED);
    }

    Duration back = Duration.between(start, loop.instant());
    System.out.printf(
        "%,d parked in %,d lanes, 1,000 live events a second into them: back after %.0f s, %,d"
            + " events were published%n",
        EVENTS, LANES, back.toMillis() / 1e3, bus.accepted.size());
    assertThat(queues.held()).isEmpty();
    assertThat(back).isLessThan(Duration.ofSeconds(EVENTS / 500));
    assertThatFirstPublicationsAreInOrder();
  }

  private List<StreamRecord> liveOrders(long from, long to) {
    List<StreamRecord> records = new ArrayList<>();
    for (long number = from; number < to; number++) {
      long sequence = (EVENTS + number) / LANES;
      records.add(Records.order(++position, "" + number % LANES, sequence, loop.instant(), 1));
    }
    return records;
  }

  @Test
  void redrivesThatOverlapPublishNothingTwice() {
    parkAll();
    List<CompletableFuture<RedriveResult>> runs = new ArrayList<>();
    runs.add(start(RedriveOrder.BLOCKED));
    runs.add(start(RedriveOrder.BLOCKED));
    for (int i = 0; i < 5; i++) {
      loop.runFor(Duration.ofSeconds(10));
      runs.add(start(RedriveOrder.BLOCKED));
    }
    runs.forEach(run -> loop.runUntil(run::isDone));

    assertThatAllArePublishedOnceInOrder();
    assertThat(queues.held()).isEmpty();
  }

  @Test
  void publishesAgainWhatWasInFlightIfItDiesAndNothingElse() {
    parkAll();
    CompletableFuture<RedriveResult> dying = start(RedriveOrder.BLOCKED);
    loop.runFor(Duration.ofSeconds(10));
    assertThat(dying).isNotDone();
    loop.forgetAll();
    int before = bus.accepted.size();
    assertThat(before).isGreaterThan(10_000);
    loop.runFor(Duration.ofMinutes(2));

    while (!queues.held().isEmpty()) {
      redrive(RedriveOrder.BLOCKED);
      loop.runFor(Duration.ofSeconds(10));
    }

    assertThat(new HashSet<>(bus.accepted)).hasSize(EVENTS);
    assertThat(bus.accepted.size() - EVENTS)
        .as("a page of each part")
        .isLessThanOrEqualTo(QueueName.PARTS * 1_000);
    assertThatFirstPublicationsAreInOrder();
  }

  @Test
  void closedLaneWith25LiveEventsASecondIsOpenAgainAfterOneRun() {
    QueueName lane = new QueueName.Lane(LANE);
    List<ParkedEvent> events = new ArrayList<>();
    for (int i = 1; i <= 1_000; i++) {
      events.add(Records.parked(LANE, i, i, ParkReason.BLOCKED, loop.instant()));
    }
    store(lane, events);
    RequiredCalls calls =
        new RequiredCalls(
            loop,
            new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), new Random(1)),
            RelayObserver.NONE);
    AppendingQueues live = new AppendingQueues(queues.table(), calls, loop);
    int[] next = {1_000};
    Runnable[] another = new Runnable[1];
    another[0] =
        () -> {
          int number = ++next[0];
          if (number <= 5_000) {
            loop.schedule(Duration.ofMillis(40), another[0]);
            live.append(
                lane,
                List.of(Records.parked(LANE, number, number, ParkReason.BEHIND, loop.instant())),
                false);
          }
        };
    another[0].run();

    RedriveResult result = redrive(RedriveOrder.BLOCKED);

    assertThat(result.released()).isEqualTo(1);
    assertThat(queues.held()).isEmpty();
    assertThat(bus.accepted)
        .hasSizeGreaterThan(1_000)
        .isEqualTo(
            IntStream.rangeClosed(1, bus.accepted.size()).mapToObj("a-%d.0"::formatted).toList());
  }

  @Test
  void closedLanesThatWaitForAPersonCostNothingButTheirList() {
    QueueTable table = queues.atOnce();
    for (int i = 0; i < 60_000; i++) {
      QueueName lane = new QueueName.Lane(new LaneKey("bus", "Order#" + i));
      table.hold(lane, 0, loop.instant());
      table.reserve(lane);
      table.confirm(lane, 1, Map.of(ParkReason.REJECTED, 1));
      loop.runFor(Duration.ofMillis(5));
    }
    loop.runFor(Duration.ofMinutes(1));
    queues.steps.clear();

    redrive(RedriveOrder.BLOCKED);

    int looks = queues.times("state");
    assertThat(queues.times("queues")).isEqualTo(QueueName.PARTS);
    assertThat(looks).as("each lane once an hour").isLessThan(60_000 / 30);
    assertThat(bus.requests).isEmpty();
  }

  @Test
  void whatWasDeletedByHandIsNotMissed() {
    QueueName part = QueueName.Part.of(LANE);
    List<ParkedEvent> events = new ArrayList<>();
    for (int i = 1; i <= 300; i++) {
      events.add(Records.parked(LANE, i, i, ParkReason.BLOCKED, loop.instant()));
    }
    store(part, events);
    queues.deleteByHand(part);

    redrive(RedriveOrder.BLOCKED);

    assertThat(bus.requests).isEmpty();
    assertThat(queues.held()).isEmpty();
  }

  private Duration live() {
    ShardRelay shard =
        Relay.builder(List.of(bus), List.of(Rule.all("bus")), loop)
            .clock(loop)
            .build()
            .open("shard");
    Instant start = loop.instant();
    List<StreamRecord> records = new ArrayList<>();
    for (int i = 0; i < EVENTS; i++) {
      records.add(Records.order(++position, "l" + i % LANES, i / LANES, loop.instant(), 1));
    }
    for (int from = 0; from < EVENTS; from += 1_000) {
      shard.submit(records.subList(from, from + 1_000));
    }
    loop.runUntil(shard.settled().toCompletableFuture()::isDone);
    return Duration.between(start, loop.instant());
  }

  private void parkAll() {
    for (int number = 0; number < EVENTS / LANES; number++) {
      for (int from = 0; from < LANES; from += LANES_AT_ONCE) {
        park(number, from, Math.min(from + LANES_AT_ONCE, LANES));
      }
    }
  }

  /** As many as the parts' partitions take before they throttle. */
  private void park(int number, int from, int to) {
    Map<QueueName, List<ParkedEvent>> parts = new LinkedHashMap<>();
    for (int lane = from; lane < to; lane++) {
      LaneKey key = new LaneKey("bus", "Order#" + lane);
      parts
          .computeIfAbsent(QueueName.Part.of(key), part -> new ArrayList<>())
          .add(Records.parked(key, ++position, number, ParkReason.BLOCKED, loop.instant()));
    }
    parts.forEach(this::store);
    loop.runFor(Duration.ofSeconds(3));
  }

  private void store(QueueName queue, List<ParkedEvent> events) {
    QueueTable table = queues.atOnce();
    table.hold(queue, 0, loop.instant());
    long[] number = new long[1];
    table
        .reserve(queue)
        .thenAccept(state -> number[0] = state instanceof QueueState.Held held ? held.last() : 0);
    table.put(queue, number[0], events);
    table.confirm(queue, number[0], Map.of(ParkReason.BLOCKED, events.size()));
  }

  private void assertThatAllArePublishedOnceInOrder() {
    assertThat(bus.accepted).hasSize(EVENTS);
    assertThat(new HashSet<>(bus.accepted)).hasSize(EVENTS);
    assertThatFirstPublicationsAreInOrder();
  }

  private void assertThatFirstPublicationsAreInOrder() {
    Map<String, Integer> last = new HashMap<>();
    for (String id : new LinkedHashSet<>(bus.accepted)) {
      String lane = id.substring(0, id.indexOf('-'));
      int number = Integer.parseInt(id.substring(id.indexOf('-') + 1, id.indexOf('.')));
      int before = Objects.requireNonNullElse(last.put(lane, number), -1);
      if (number != before + 1) {
        assertThat(number).as(id).isEqualTo(before + 1);
      }
    }
  }
}

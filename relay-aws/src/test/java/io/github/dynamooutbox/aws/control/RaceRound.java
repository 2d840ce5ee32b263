package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.LocalControlTable.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.RelayBuilder;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.ParkedLanes.ParkedLane;
import io.github.dynamooutbox.relay.park.ParkingPolicy;
import io.github.dynamooutbox.relay.redrive.Redriver;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * One shard with a target that rejects and fails: one or two relays go through all of it, one or
 * two redrivers publish what is parked meanwhile, answers of the control table are lost.
 */
final class RaceRound {
  private static final int MAX_REDRIVES_AT_THE_END = 200;

  private final LocalControlTable table;
  private final String stream;
  private final Random random;
  private final Orders orders;
  private final UnsteadyTarget target;
  private final ControlTable control;
  private final AtomicBoolean relayed = new AtomicBoolean();
  private final AtomicInteger failedRedrives = new AtomicInteger();
  private int closedSeen;

  RaceRound(LocalControlTable table, long seed) {
    this.table = table;
    this.stream = "race " + seed;
    this.random = new Random(seed);
    this.orders = new Orders(random, "bus");
    List<String> events = new ArrayList<>();
    orders.eventIds().values().forEach(events::addAll);
    this.target = new UnsteadyTarget(random, events);
    int lost = random.nextInt(8);
    DynamoDbClient losing =
        Interposed.losingAnswers(
            Interposed.pausing(table.client(), Duration.ofMillis(1 + random.nextInt(20))),
            operation ->
                operation.equals("transactWriteItems")
                    && ThreadLocalRandom.current().nextInt(100) < lost);
    this.control = table.of(stream, losing);
  }

  /** How often a lane was seen closed on the way. */
  int closedSeen() {
    return closedSeen;
  }

  /** How many redrives were interrupted, for the next one to go on. */
  int failedRedrives() {
    return failedRedrives.get();
  }

  int accepted() {
    return target.accepted().size();
  }

  void run(Executor threads) {
    LaneSnapshots snapshots = new LaneSnapshots(table.client(), stream, orders.places());
    List<CompletableFuture<Void>> relays = new ArrayList<>();
    List<CompletableFuture<Void>> others = new ArrayList<>();
    int owners = 1 + random.nextInt(2);
    int redrivers = 1 + random.nextInt(2);
    for (int i = 0; i < owners; i++) {
      Random own = new Random(random.nextLong());
      relays.add(CompletableFuture.runAsync(() -> relay(own), threads));
    }
    for (int i = 0; i < redrivers; i++) {
      Random own = new Random(random.nextLong());
      others.add(CompletableFuture.runAsync(() -> redriveUntilRelayed(own), threads));
    }
    others.add(CompletableFuture.runAsync(snapshots, threads));
    try {
      relays.forEach(LocalControlTable::get);
    } finally {
      relayed.set(true);
      snapshots.stop();
    }
    others.forEach(LocalControlTable::get);
    closedSeen = snapshots.closedSeen();
    target.getSteady();
    redriveAll();
    check();
  }

  private void relay(Random own) {
    try (ThreadEventLoop loop = new ThreadEventLoop("relay")) {
      RelayBuilder builder =
          Relay.builder(List.of(target), List.of(Rule.all("bus")), loop)
              .parking(
                  new ParkingPolicy(
                      Optional.of(control.queues()),
                      true,
                      Optional.of(new BlockedAfter(Duration.ofMillis(20), Duration.ofMillis(20)))))
              .backoff(new Backoff(Duration.ofMillis(2), Duration.ofMillis(20), own));
      Relay relay =
          (own.nextBoolean() ? builder.finishedAhead(control.finishedAhead()) : builder).build();
      Optional<StreamPosition> next = Optional.of(orders.records().get(0).position());
      while (next.isPresent()) {
        ShardRelay shard = relay.open("shard");
        List<StreamRecord> left = orders.from(next.get());
        while (!left.isEmpty()) {
          int batch = 1 + own.nextInt(left.size());
          get(shard.submit(left.subList(0, batch)));
          left = left.subList(batch, left.size());
        }
        if (own.nextInt(100) < 40) {
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(own.nextInt(60)));
        } else {
          get(shard.settled());
        }
        next = get(shard.close());
      }
    }
  }

  private void redriveUntilRelayed(Random own) {
    try (ThreadEventLoop loop = new ThreadEventLoop("redrive")) {
      Redriver redriver = redriver(loop);
      while (!relayed.get()) {
        redrive(redriver, 1 + own.nextInt(5));
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(own.nextInt(5)));
      }
    }
  }

  private void redriveAll() {
    try (ThreadEventLoop loop = new ThreadEventLoop("redrive")) {
      Redriver redriver = redriver(loop);
      int redrives = 0;
      while (redrive(redriver, 100) > 0 && redrives < MAX_REDRIVES_AT_THE_END) {
        redrives++;
      }
    }
  }

  private Redriver redriver(ThreadEventLoop loop) {
    return new Redriver(
        control.parkedLanes(), List.of(target), List.of(Rule.all("bus")), Orders.CODEC, loop);
  }

  /** Redrives every closed lane once; returns how many there were. */
  private int redrive(Redriver redriver, int maxEvents) {
    List<ParkedLane> lanes = get(control.parkedLanes().lanes());
    for (ParkedLane lane : lanes) {
      try {
        get(redriver.redrive(lane.lane(), maxEvents, () -> true));
      } catch (SdkException lostAnswer) {
        failedRedrives.incrementAndGet();
      }
    }
    return lanes.size();
  }

  private void check() {
    assertThat(get(control.parkedLanes().lanes())).isEmpty();
    Set<String> first = new LinkedHashSet<>(target.accepted());
    for (Map.Entry<LaneKey, List<String>> lane : orders.eventIds().entrySet()) {
      assertThat(first.stream().filter(lane.getValue()::contains).toList())
          .as("first publications of %s, all: %s", lane.getKey(), target.accepted())
          .isEqualTo(lane.getValue());
    }
  }
}

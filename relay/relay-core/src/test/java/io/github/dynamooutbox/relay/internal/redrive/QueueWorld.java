package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.VirtualLoop;
import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.ModelQueueTable;
import io.github.dynamooutbox.relay.park.queue.PartitionLimits;
import io.github.dynamooutbox.relay.park.queue.QueueModel;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/**
 * A few lanes of one part, relays that publish them or append them to queues, and redrives, all in
 * virtual time and with faults; and what a target has accepted in which order.
 */
final class QueueWorld {
  static final int EVENTS = 60;
  private static final Duration CALM_AFTER = Duration.ofSeconds(90);
  private static final int LANES_OF_A_SHARD = 3;
  private static final int SHARDS = 2;

  final VirtualLoop time = new VirtualLoop();
  final long seed;
  final boolean faulty;
  final Random random;
  final QueueModel model = new QueueModel(new PartitionLimits(time), 2);
  final UnaryOperator<QueueTable> mutation;
  final List<List<LaneKey>> shards = new ArrayList<>();
  final Map<LaneKey, List<Integer>> accepted = new LinkedHashMap<>();

  /** Up to where each lane is durably finished. */
  final Map<LaneKey, Integer> finished = new HashMap<>();

  final boolean reviews;
  double crash;
  double pause;
  double failure;
  double lostAnswer;

  /** How often something went wrong that may cause duplicates. */
  int faults;

  private final Instant start = time.instant();
  private final double down;
  private final double poison;
  private boolean calm;

  QueueWorld(long seed, boolean faulty, UnaryOperator<QueueTable> mutation, boolean reviews) {
    this.seed = seed;
    this.faulty = faulty;
    random = new Random(seed);
    this.mutation = mutation;
    this.reviews = reviews;
    boolean crashes = faulty && random.nextInt(4) != 0;
    crash = crashes ? 0.002 * random.nextDouble() : 0;
    pause = faulty && random.nextBoolean() ? 0.003 * random.nextDouble() : 0;
    failure = random.nextBoolean() ? 0.1 * random.nextDouble() : 0;
    lostAnswer = faulty && random.nextBoolean() ? 0.05 * random.nextDouble() : 0;
    down = random.nextDouble();
    poison = random.nextBoolean() ? 0.2 * random.nextDouble() : 0;
    int number = 0;
    for (int shard = 0; shard < SHARDS; shard++) {
      List<LaneKey> lanes = new ArrayList<>();
      while (lanes.size() < LANES_OF_A_SHARD) {
        LaneKey lane = new LaneKey("bus", "Order#" + number++);
        if (QueueName.partOf(lane) == 0) {
          lanes.add(lane);
          accepted.put(lane, new ArrayList<>());
          finished.put(lane, 0);
        }
      }
      shards.add(lanes);
    }
  }

  QueueTable table(QueueProcess process) {
    return mutation.apply(new ModelQueueTable(model, process));
  }

  RequiredCalls calls(EventLoop loop) {
    return new RequiredCalls(loop, backoff(), RelayObserver.NONE);
  }

  Backoff backoff() {
    return new Backoff(Duration.ofMillis(20), Duration.ofSeconds(1), random);
  }

  boolean chance(double probability) {
    return !calm && random.nextDouble() < probability;
  }

  Duration upTo(Duration most) {
    return Duration.ofNanos(1 + (long) (random.nextDouble() * most.toNanos()));
  }

  /** The target is down for some of each 20 seconds. */
  boolean targetIsDown() {
    double phase = Duration.between(start, time.instant()).toMillis() / 20_000.0;
    return !calm && phase - Math.floor(phase) < down;
  }

  /** What the target will not take before all is calm. */
  boolean isPoison(LaneKey lane, int event) {
    return !calm && new SplittableRandom(lane.hashCode() * 31L + event).nextDouble() < poison;
  }

  void accept(LaneKey lane, int event) {
    accepted.get(lane).add(event);
  }

  boolean isOver() {
    return finished.values().stream().allMatch(each -> each == EVENTS) && model.isEmpty();
  }

  /** Runs relays, replaced when they die or too slow, and redrives, sometimes two at once. */
  void run() {
    for (List<LaneKey> lanes : shards) {
      newRelay(lanes);
    }
    newRedrive();
    time.schedule(
        CALM_AFTER,
        () -> {
          calm = true;
        });
    Instant end = time.instant().plus(Duration.ofMinutes(15));
    while (!(calm && isOver())) {
      if (!time.step() || time.instant().isAfter(end)) {
        throw new AssertionError("not over after " + Duration.between(start, time.instant()));
      }
    }
  }

  private void newRelay(List<LaneKey> lanes) {
    QueueProcess process = new QueueProcess(this);
    QueueRelay relay = new QueueRelay(this, process, lanes);
    process.execute(relay::batch);
    watch(relay, lanes, chance(0.3) ? random.nextInt(30) : Integer.MAX_VALUE);
  }

  /** A relay that lost its lease goes on for a while beside the new owner. */
  private void watch(QueueRelay relay, List<LaneKey> lanes, int secondsLeft) {
    time.schedule(
        Duration.ofSeconds(1),
        () -> {
          boolean lostLease = secondsLeft <= 0 && pause > 0 && !calm;
          if (!relay.process().isAlive() || lostLease) {
            if (lostLease) {
              faults++;
              relay.losesLease();
              time.schedule(upTo(Duration.ofSeconds(20)), relay.process()::die);
            }
            newRelay(lanes);
          } else {
            watch(relay, lanes, secondsLeft - 1);
          }
        });
  }

  private void newRedrive() {
    QueueProcess process = new QueueProcess(this);
    process.execute(new QueueRedrive(this, process)::run);
    time.schedule(upTo(Duration.ofSeconds(10)), this::newRedrive);
  }
}

package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.LocalControlTable.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.RelayBuilder;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.redrive.Redrive;
import io.github.dynamooutbox.relay.redrive.RedriveBuilder;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.redrive.RedriveTime;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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
 * two redrives publish what is parked meanwhile, answers of the control table are lost.
 */
final class RaceRound {
  private static final int MAX_REDRIVES_AT_THE_END = 200;
  private static final Set<ParkReason> ANY = EnumSet.complementOf(EnumSet.of(ParkReason.BEHIND));

  private final Random random;
  private final Orders orders;
  private final UnsteadyTarget target;
  private final ControlTable control;
  private final AtomicBoolean relayed = new AtomicBoolean();
  private final AtomicInteger queuesSeen = new AtomicInteger();
  private final AtomicInteger busySeen = new AtomicInteger();

  RaceRound(LocalControlTable table, long seed) {
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
    this.control = table.of("race " + seed, losing);
  }

  /** How many queues redrives have found. */
  int queuesSeen() {
    return queuesSeen.get();
  }

  /** How many parts redrives have left alone because another one worked on them. */
  int busySeen() {
    return busySeen.get();
  }

  int accepted() {
    return target.accepted().size();
  }

  void run(Executor threads) {
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
    try {
      relays.forEach(LocalControlTable::get);
    } finally {
      relayed.set(true);
    }
    others.forEach(LocalControlTable::get);
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
    while (!relayed.get()) {
      redrive(Duration.ofMillis(own.nextInt(2_000)));
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(own.nextInt(50)));
    }
  }

  private void redriveAll() {
    for (int i = 0; i < MAX_REDRIVES_AT_THE_END && redrive(Duration.ofSeconds(20)) > 0; i++) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  /** Redrives whatever is parked, once; returns how many queues held something. */
  private int redrive(Duration time) {
    try (ThreadEventLoop loop = new ThreadEventLoop("redrive")) {
      Redrive redrive =
          Redrive.builder(
                  new RedriveBuilder.Setup(
                      control.queues(), List.of(target), List.of(Rule.all("bus")), loop))
              .backoff(
                  new Backoff(
                      Duration.ofMillis(2), Duration.ofMillis(20), new Random(time.toMillis())))
              .build();
      List<QueueSummary> parked = parked(redrive);
      Instant end = Instant.now().plus(time);
      RedriveTime until = new RedriveTime(end, end.plusSeconds(5), end.plusSeconds(6));
      String name = UUID.randomUUID().toString();
      RedriveResult result = get(redrive.run(name, parked, RedriveOrder.of(ANY), until));
      busySeen.addAndGet(result.busy().size());
      queuesSeen.addAndGet(parked.size());
      return parked.size();
    }
  }

  private static List<QueueSummary> parked(Redrive redrive) {
    while (true) {
      try {
        return get(redrive.parked());
      } catch (SdkException lostAnswer) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
      }
    }
  }

  private void check() {
    for (int part = 0; part < QueueName.PARTS; part++) {
      assertThat(get(control.queues().queues(part))).isEmpty();
    }
    Set<String> first = new LinkedHashSet<>(target.accepted());
    for (Map.Entry<LaneKey, List<String>> lane : orders.eventIds().entrySet()) {
      assertThat(first.stream().filter(lane.getValue()::contains).toList())
          .as("first publications of %s, all: %s", lane.getKey(), target.accepted())
          .isEqualTo(lane.getValue());
    }
  }

  /** An ordered target in memory that takes its time, rejects, fails, and loses answers. */
  private static final class UnsteadyTarget implements Target<UnsteadyTarget.Sent> {
    record Sent(String eventId) implements Entry {
      @Override
      public int bytes() {
        return eventId.length();
      }
    }

    private final Random random;
    private final int failuresPercent;
    private final Map<String, Integer> rejections = new HashMap<>();
    private final List<String> accepted = new ArrayList<>();
    private boolean steady;

    /**
     * A target that gets steady in time.
     *
     * @param rejected some of these are rejected at first
     */
    UnsteadyTarget(Random random, Collection<String> rejected) {
      this.random = new Random(random.nextLong());
      this.failuresPercent = random.nextInt(25);
      for (String eventId : rejected) {
        if (random.nextInt(100) < 20) {
          rejections.put(eventId, 1 + random.nextInt(3));
        }
      }
    }

    synchronized void getSteady() {
      steady = true;
    }

    /** Event ids in the order in which they were accepted, again and again where they were. */
    synchronized List<String> accepted() {
      return List.copyOf(accepted);
    }

    @Override
    public String name() {
      return "bus";
    }

    @Override
    public boolean ordered() {
      return true;
    }

    @Override
    public BatchLimits limits() {
      return new BatchLimits(3, 10_000, 2);
    }

    @Override
    public Prepared<Sent> prepare(Envelope envelope) {
      return new Prepared.Ready<>(new Sent(envelope.event().id()));
    }

    @Override
    public CompletionStage<BatchOutcome> publish(List<Sent> entries) {
      return CompletableFuture.supplyAsync(
          () -> new BatchOutcome.PerEntry(entries.stream().map(this::outcome).toList()),
          CompletableFuture.delayedExecutor(delay(), TimeUnit.MICROSECONDS));
    }

    private synchronized long delay() {
      return random.nextInt(4_000);
    }

    private synchronized PublishOutcome outcome(Sent entry) {
      String eventId = entry.eventId();
      if (!steady && rejections.getOrDefault(eventId, 0) > 0) {
        rejections.merge(eventId, -1, Integer::sum);
        return new PublishOutcome.Rejected("Rejected", "not now");
      }
      if (!steady && random.nextInt(100) < failuresPercent) {
        return new PublishOutcome.Retry("Down", "down");
      }
      accepted.add(eventId);
      return !steady && random.nextInt(100) < 3
          ? new PublishOutcome.Retry("LostAnswer", "accepted, but nobody knows")
          : PublishOutcome.Published.INSTANCE;
    }
  }
}

package io.github.dynamooutbox.benchmarks;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
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
import io.github.dynamooutbox.relay.redrive.RedriveTime;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.testdynamodb.DynamoDbLocal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The rate of a redrive of parked events, compared with a live relay that publishes the same events
 * from the stream to a target with the same answer time; in real time, on DynamoDB Local,
 * alternating.
 */
@Command(
    name = "redrive",
    description = "the rate of a redrive, compared with a live relay (5 min)")
final class RedriveRate extends Benchmark {
  private static final int MOST_RUNS = 20;
  private static final Duration ANSWER_TIME = Duration.ofMillis(10);
  private static final int WARM_UP = 10_000;
  private static final double BOUND = 0.9;
  private static final String CONTROL_TABLE = "control";
  private static final int THREADS = 32;
  private static final int BATCH = 1_000;
  private static final Duration LONG = Duration.ofHours(2);

  /** Treats an unavailable target as blocked after a second, not a minute. */
  private static final BlockedAfter SOON =
      new BlockedAfter(Duration.ofSeconds(1), Duration.ofMinutes(5));

  @Option(
      names = "--events",
      defaultValue = "50000",
      description = "events in each round (default: ${DEFAULT-VALUE})")
  private int events;

  @Option(
      names = "--lanes",
      defaultValue = "2500",
      description = "lanes that the events are divided among (default: ${DEFAULT-VALUE})")
  private int lanes;

  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "number of alternating rounds (default: ${DEFAULT-VALUE})")
  private int rounds;

  @Override
  boolean measure() {
    if (isShort()) {
      events = 500;
      lanes = 50;
      rounds = 1;
    }
    try (Bench bench = new Bench()) {
      double unusedFirst = ratio(bench, Math.min(WARM_UP, events), true);
      double unusedSecond = ratio(bench, Math.min(WARM_UP, events), false);
      print(
          "%,d events in %,d lanes, a target that answers in %d ms%n",
          events, lanes, ANSWER_TIME.toMillis());
      List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < rounds; i++) {
        ratios.add(ratio(bench, events, i % 2 == 0));
      }
      Spread ratio = Spread.of(ratios);
      print("Ratio: %s. ", ratio);
      return bound(">= " + BOUND, ratio.median() >= BOUND);
    }
  }

  /** The rate of a redrive as a multiple of a live relay's. */
  private double ratio(Bench bench, int events, boolean isLiveFirst) {
    LaneRecords records = new LaneRecords(Instant.now(), lanes);
    ControlTable liveControl = bench.newStream();
    ControlTable control = bench.newStream();
    DoubleSupplier live =
        () -> rate(bench, events, bus -> relay(records, events, liveControl, List.of(bus)));
    double before = isLiveFirst ? live.getAsDouble() : 0;
    relay(records, events, control, List.of(bench.target("up"), bench.target("bus").down()));
    double redriven = rate(bench, events, bus -> redrive(control, bus));
    double published = isLiveFirst ? before : live.getAsDouble();
    print("live %10.0f / s, redrive %10.0f / s%n", published, redriven);
    return redriven / published;
  }

  /** Events a second until the last is accepted, by the target's clock; each must be, once. */
  private static double rate(Bench bench, int events, Consumer<PacedTarget> step) {
    PacedTarget target = bench.target("bus");
    long start = System.nanoTime();
    step.accept(target);
    if (target.accepted.get() != events) {
      throw new IllegalStateException(target.accepted + " of " + events + " were accepted");
    }
    return events * 1e9 / (target.lastNanos - start);
  }

  /**
   * Sends all events to these targets through a live relay, which parks those for a target that is
   * down; returns when that is done.
   */
  private static void relay(
      LaneRecords records, int events, ControlTable control, List<PacedTarget> targets) {
    try (ThreadEventLoop loop = new ThreadEventLoop("benchmark-relay")) {
      ShardRelay shard =
          Relay.builder(List.<Target<?>>copyOf(targets), List.of(rule(targets)), loop)
              .parking(new ParkingPolicy(Optional.of(control.queues()), true, Optional.of(SOON)))
              .finishedAhead(control.finishedAhead())
              .build()
              .open("shard");
      for (int from = 0; from < events; from += BATCH) {
        join(shard.submit(records.records(from, Math.min(from + BATCH, events))));
      }
      join(shard.settled());
      Optional<?> left = join(shard.close());
      if (left.isPresent()) {
        throw new IllegalStateException("the relay stopped at " + left.get());
      }
    }
  }

  /** Redrives everything that is parked for a target. */
  private static void redrive(ControlTable control, PacedTarget target) {
    try (ThreadEventLoop loop = new ThreadEventLoop("benchmark-redrive")) {
      Redrive redrive =
          Redrive.builder(
                  new RedriveBuilder.Setup(
                      control.queues(), List.of(target), List.of(rule(List.of(target))), loop))
              .build();
      for (int run = 0; run < MOST_RUNS; run++) {
        List<QueueSummary> parked = join(redrive.parked());
        if (parked.isEmpty()) {
          return;
        }
        Instant end = Instant.now().plus(LONG);
        RedriveTime time = new RedriveTime(end, end, end.plusSeconds(1));
        join(redrive.run("run-" + run, parked, RedriveOrder.BLOCKED, time));
      }
      throw new IllegalStateException("events are parked after %d redrives".formatted(MOST_RUNS));
    }
  }

  private static Rule rule(List<PacedTarget> targets) {
    return Rule.all(targets.stream().map(PacedTarget::name).toArray(String[]::new));
  }

  private static <T> T join(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  /** The control table, and the threads that targets and control table answer on. */
  private static final class Bench implements AutoCloseable {
    private final DynamoDbLocal server = DynamoDbLocal.start();
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final ScheduledExecutorService answers = Executors.newScheduledThreadPool(2);
    private final DynamoDbClient client =
        LocalClients.configure(DynamoDbClient.builder(), server.endpoint())
            .overrideConfiguration(ControlTable::configure)
            .build();
    private int streams;

    Bench() {
      try (DynamoDbClient patient = LocalClients.dynamoDb(server.endpoint())) {
        ControlTable.create(patient, CONTROL_TABLE);
      }
    }

    ControlTable newStream() {
      return ControlTable.builder(client, CONTROL_TABLE, "stream-" + ++streams, threads).build();
    }

    PacedTarget target(String name) {
      return new PacedTarget(name, answers);
    }

    @Override
    public void close() {
      answers.shutdownNow();
      threads.shutdownNow();
      client.close();
      server.close();
    }
  }

  /** An ordered target in memory that answers after a fixed time, and can be down. Thread-safe. */
  private static final class PacedTarget implements Target<PacedTarget.Sent> {
    /** The limits of an event bus, with half of the relay's usual requests in flight. */
    private static final BatchLimits LIMITS = new BatchLimits(10, 262_144, 4);

    private static final PublishOutcome DOWN = new PublishOutcome.Retry("DOWN", "no answer");

    record Sent(int bytes) implements Entry {}

    private final String name;
    private final ScheduledExecutorService answers;
    private final AtomicLong accepted = new AtomicLong();
    private volatile boolean down;

    /** When the last event was accepted, by {@link System#nanoTime}. */
    private volatile long lastNanos;

    PacedTarget(String name, ScheduledExecutorService answers) {
      this.name = name;
      this.answers = answers;
    }

    PacedTarget down() {
      down = true;
      return this;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public boolean ordered() {
      return true;
    }

    @Override
    public BatchLimits limits() {
      return LIMITS;
    }

    @Override
    public Prepared<Sent> prepare(Envelope envelope) {
      return new Prepared.Ready<>(new Sent(envelope.event().data().toBytes().length));
    }

    @Override
    public CompletionStage<BatchOutcome> publish(List<Sent> entries) {
      CompletableFuture<BatchOutcome> answer = new CompletableFuture<>();
      ScheduledFuture<?> unused =
          answers.schedule(
              () -> answer.complete(answer(entries.size())),
              ANSWER_TIME.toNanos(),
              TimeUnit.NANOSECONDS);
      return answer;
    }

    private BatchOutcome answer(int entries) {
      if (down) {
        return BatchOutcome.all(entries, DOWN);
      }
      accepted.addAndGet(entries);
      lastNanos = System.nanoTime();
      return BatchOutcome.all(entries, PublishOutcome.Published.INSTANCE);
    }
  }
}

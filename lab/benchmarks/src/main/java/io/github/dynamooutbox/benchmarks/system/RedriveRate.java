package io.github.dynamooutbox.benchmarks.system;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.benchmarks.measure.LaneRecords;
import io.github.dynamooutbox.benchmarks.measure.Results;
import io.github.dynamooutbox.benchmarks.measure.Spread;
import io.github.dynamooutbox.localaws.ConsumedUnits;
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
import io.github.dynamooutbox.relay.stream.StreamRecord;
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
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The rate of a redrive of parked events, compared with a live relay that publishes the same events
 * from the stream to a target with the same answer time; in real time, on DynamoDB Local,
 * alternating. Also the units that parking and redriving them consume.
 */
public final class RedriveRate implements AutoCloseable {
  private static final Duration ANSWER_TIME = Duration.ofMillis(10);
  private static final int WARM_UP = 10_000;
  private static final double BOUND = 0.9;
  private static final String CONTROL_TABLE = "control";
  private static final int THREADS = 32;

  private record Units(double written, double read) {}

  /**
   * One run.
   *
   * @param rate events per second, by the target's clock
   * @param afterwards seconds from the last accepted event to the end of the run
   */
  private record Run(double rate, double afterwards) {}

  private record Round(Run live, Run redriven, Units toPark, Units toRedrive) {
    double ratio() {
      return redriven.rate / live.rate;
    }
  }

  private final Results results;
  private final int lanes;
  private final DynamoDbLocal server = DynamoDbLocal.start();
  private final ConsumedUnits units = new ConsumedUnits();
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final DynamoDbClient client =
      LocalClients.configure(DynamoDbClient.builder(), server.endpoint())
          .overrideConfiguration(
              each -> {
                ControlTable.configure(each);
                each.addExecutionInterceptor(units);
              })
          .build();
  private final ScheduledExecutorService answers = Executors.newScheduledThreadPool(2);
  private int streams;

  private RedriveRate(Results results, int lanes) {
    this.results = results;
    this.lanes = lanes;
    ControlTable.create(client, CONTROL_TABLE);
  }

  /**
   * Prints rates and units, and returns whether the redrive is within its bound.
   *
   * @param events the number of events in each round
   * @param lanes the lanes that the events are divided among
   */
  public static boolean measure(Results results, int events, int lanes, int rounds) {
    try (RedriveRate rate = new RedriveRate(results, lanes)) {
      rate.round(Math.min(WARM_UP, events), true);
      rate.round(Math.min(WARM_UP, events), false);
      return rate.measure(events, rounds);
    }
  }

  @Override
  public void close() {
    answers.shutdownNow();
    threads.shutdownNow();
    client.close();
    server.close();
  }

  private boolean measure(int events, int rounds) {
    results.print(
        "%,d events in %,d lanes, a target that answers in %d ms%n",
        events, lanes, ANSWER_TIME.toMillis());
    results.print(
        "%8s %14s %14s %8s %16s%n", "round", "live", "way back", "ratio", "released after");
    List<Round> all = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      Round round = round(events, i % 2 == 0);
      all.add(round);
      results.print(
          "%8d %10.0f / s %10.0f / s %8.2f %14.1f s%n",
          i + 1, round.live.rate, round.redriven.rate, round.ratio(), round.redriven.afterwards);
    }
    Spread ratio = Spread.of(all.stream().map(Round::ratio).toList());
    results.print(
        "Ratio: median %.2f, quartiles %.2f and %.2f. ",
        ratio.median(), ratio.lower(), ratio.upper());
    boolean holds = results.bound(">= " + BOUND, ratio.median() >= BOUND);
    printUnits("parked", all.stream().map(Round::toPark).toList());
    printUnits("brought back", all.stream().map(Round::toRedrive).toList());
    return holds;
  }

  private void printUnits(String when, List<Units> units) {
    results.print(
        "units an event, %s: %.2f written, %.2f read%n",
        when,
        Spread.of(units.stream().map(Units::written).toList()).median(),
        Spread.of(units.stream().map(Units::read).toList()).median());
  }

  private Round round(int events, boolean isLiveFirst) {
    LaneRecords orders = new LaneRecords(Instant.now(), lanes);
    ParkedShard live = new ParkedShard(orders, events, newStream());
    ParkedShard parked = new ParkedShard(orders, events, newStream());
    Run[] runs = new Run[2];
    if (isLiveFirst) {
      runs[0] = live(live, events);
    }
    Units toPark = units(events, () -> parked.relay(List.of(target("up"), target("bus").down())));
    Units toRedrive = units(events, () -> runs[1] = redrive(parked, events));
    if (!isLiveFirst) {
      runs[0] = live(live, events);
    }
    return new Round(runs[0], runs[1], toPark, toRedrive);
  }

  private Run live(ParkedShard shard, int events) {
    PacedTarget target = target("bus");
    return run(target, events, () -> shard.relay(List.of(target)));
  }

  private Run redrive(ParkedShard shard, int events) {
    PacedTarget target = target("bus");
    return run(target, events, () -> shard.redrive(target));
  }

  /** Each event must have been accepted once. */
  private static Run run(PacedTarget target, int events, Runnable step) {
    long start = System.nanoTime();
    step.run();
    long end = System.nanoTime();
    if (target.accepted() != events) {
      throw new IllegalStateException(target.accepted() + " of " + events + " were accepted");
    }
    return new Run(events / ((target.lastNanos() - start) / 1e9), (end - target.lastNanos()) / 1e9);
  }

  private Units units(int events, Runnable run) {
    double unusedWritten = units.written();
    double unusedRead = units.read();
    run.run();
    return new Units(units.written() / events, units.read() / events);
  }

  private ControlTable newStream() {
    return ControlTable.builder(client, CONTROL_TABLE, "stream-" + ++streams, threads).build();
  }

  private PacedTarget target(String name) {
    return new PacedTarget(name, ANSWER_TIME, answers);
  }

  /**
   * Publishes, parks and redrives the events of one shard. Each step returns when it is complete.
   */
  private static final class ParkedShard {
    private static final int BATCH = 1_000;
    private static final Duration LONG = Duration.ofHours(2);

    /** Treats an unavailable target as blocked after a second, not a minute. */
    private static final BlockedAfter SOON =
        new BlockedAfter(Duration.ofSeconds(1), Duration.ofMinutes(5));

    private final LaneRecords events;
    private final int number;
    private final ControlTable control;

    ParkedShard(LaneRecords events, int number, ControlTable control) {
      this.events = events;
      this.number = number;
      this.control = control;
    }

    /**
     * Sends all events to these targets through a live relay, which parks those for a target that
     * is down.
     */
    void relay(List<PacedTarget> targets) {
      try (ThreadEventLoop loop = new ThreadEventLoop("benchmark-relay")) {
        ShardRelay shard =
            Relay.builder(List.<Target<?>>copyOf(targets), List.of(rule(targets)), loop)
                .parking(new ParkingPolicy(Optional.of(control.queues()), true, Optional.of(SOON)))
                .finishedAhead(control.finishedAhead())
                .build()
                .open("shard");
        for (int from = 0; from < number; from += BATCH) {
          List<StreamRecord> batch = events.records(from, Math.min(from + BATCH, number));
          join(shard.submit(batch));
        }
        join(shard.settled());
        Optional<?> left = join(shard.close());
        if (left.isPresent()) {
          throw new IllegalStateException("the relay stopped at " + left.get());
        }
      }
    }

    /** Redrives everything that is parked for a target. */
    void redrive(PacedTarget target) {
      try (ThreadEventLoop loop = new ThreadEventLoop("benchmark-redrive")) {
        Redrive redrive =
            Redrive.builder(
                    new RedriveBuilder.Setup(
                        control.queues(), List.of(target), List.of(rule(List.of(target))), loop))
                .build();
        for (int run = 0; ; run++) {
          List<QueueSummary> parked = join(redrive.parked());
          if (parked.isEmpty()) {
            return;
          }
          Instant end = Instant.now().plus(LONG);
          RedriveTime time = new RedriveTime(end, end, end.plusSeconds(1));
          join(redrive.run("run-" + run, parked, RedriveOrder.BLOCKED, time));
        }
      }
    }

    private static Rule rule(List<PacedTarget> targets) {
      return Rule.all(targets.stream().map(PacedTarget::name).toArray(String[]::new));
    }

    private static <T> T join(CompletionStage<T> stage) {
      return stage.toCompletableFuture().join();
    }
  }

  /** An ordered target in memory that answers after a fixed time, and can be down. Thread-safe. */
  private static final class PacedTarget implements Target<PacedTarget.Sent> {
    /** The limits of an event bus, with the relay's usual number of concurrent requests. */
    static final BatchLimits LIMITS = new BatchLimits(10, 262_144, 4);

    record Sent(int bytes) implements Entry {}

    private static final PublishOutcome DOWN = new PublishOutcome.Retry("DOWN", "no answer");

    private final String name;
    private final Duration answerTime;
    private final ScheduledExecutorService answers;
    private final AtomicLong accepted = new AtomicLong();
    private volatile boolean down;
    private volatile long lastNanos;

    PacedTarget(String name, Duration answerTime, ScheduledExecutorService answers) {
      this.name = name;
      this.answerTime = answerTime;
      this.answers = answers;
    }

    PacedTarget down() {
      down = true;
      return this;
    }

    /** How many events have been accepted. */
    long accepted() {
      return accepted.get();
    }

    /** When the last event was accepted, by {@link System#nanoTime}. */
    long lastNanos() {
      return lastNanos;
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
              answerTime.toNanos(),
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

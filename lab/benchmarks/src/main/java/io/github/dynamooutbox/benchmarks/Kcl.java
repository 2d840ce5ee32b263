package io.github.dynamooutbox.benchmarks;

import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalService;
import io.github.dynamooutbox.localaws.stub.AcceptedRecord;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.CommitResult;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import io.github.dynamooutbox.writer.OutboxTransaction;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.kinesis.KinesisClient;

/**
 * The relay on KCL, compared with a worker with the same settings that does nothing: CPU time while
 * nothing is written, the time from write to publish, and the rate of a backlog. The target is a
 * Kinesis stream; workers are JVMs of their own.
 */
@Command(
    name = "kcl",
    description =
        "idle CPU, time from write to publish and rate of a backlog of 20,000 on KCL, compared with"
            + " a worker that does nothing (7 min)")
final class Kcl extends Benchmark {
  private static final double CPU_BOUND = 1.2;
  private static final double LATENCY_BOUND_MILLIS = 8;
  private static final double RATE_BOUND = 0.97;
  private static final Duration IDLE = Duration.ofMillis(100);
  private static final double PAUSE_MILLIS = 50;

  /** The fractional parts of its multiples are evenly spread, however many there are. */
  private static final double GOLDEN_RATIO = 0.6180339887498949;

  private static final int PER_TRANSACTION = 50;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String STREAM = "orders-events";
  private static final String CONFIGURATION =
      """
      {"table": {"name": "%s"},
       "relay": {"host": "kcl"},
       "targets": {"events": {"type": "kinesis", "streamName": "%s"}},
       "routes": [{"to": ["events"]}]}
      """
          .formatted(EmbeddedSystem.TABLE, STREAM);

  @Override
  boolean measure() throws InterruptedException {
    try (Bench bench = new Bench()) {
      boolean holds = idle(bench);
      holds &= latency(bench);
      return backlog(bench) && holds;
    }
  }

  /** CPU time of relay and baseline while nothing is written, both at the same time. */
  private boolean idle(Bench bench) throws InterruptedException {
    int seconds = shortOr(4, 80);
    Map<String, Long> seen = new ConcurrentHashMap<>();
    bench.startEmpty("idle-empty", IDLE, seen);
    bench.startRelay("idle-relay", IDLE);
    Map<String, Long> unused = bench.write(1);
    bench.await("start", () -> !seen.isEmpty() && bench.accepted() > 0);
    // Until the workers are warm.
    Thread.sleep(seconds * 500L);
    List<Double> before = bench.workers.stream().map(Kcl::cpuSeconds).toList();
    Thread.sleep(seconds * 1000L);
    double emptySeconds = cpuSeconds(bench.workers.get(0)) - before.get(0);
    double relaySeconds = cpuSeconds(bench.workers.get(1)) - before.get(1);
    bench.stopWorkers();
    double ratio = relaySeconds / emptySeconds;
    print(
        "CPU seconds in %d s: empty %.2f, relay %.2f. Ratio %.2f. ",
        seconds, emptySeconds, relaySeconds, ratio);
    return bound("<= " + CPU_BOUND, ratio <= CPU_BOUND);
  }

  private static double cpuSeconds(LocalService worker) {
    return ProcessHandle.of(worker.pid())
            .flatMap(process -> process.info().totalCpuDuration())
            .orElseThrow(() -> new IllegalStateException("a worker has ended\n" + worker.tail()))
            .toMillis()
        / 1000.0;
  }

  /**
   * The time from just before an event's commit, by the writer's clock, until the target accepts
   * it, by the target's clock; for the baseline, until its record processor is called. Both read
   * the same records of the same stream at the same time.
   */
  private boolean latency(Bench bench) throws InterruptedException {
    List<Double> answers = bench.answerMillis();
    double answer = Spread.quantile(answers, 0.5);
    print(
        "%nThe target answers in %.1f ms (p50), %.1f ms (p99: the machine's own tail).%n"
            + "pause between reads, in ms: p50 of the empty worker and of the relay, more; p99%n",
        answer, Spread.quantile(answers, 0.99));
    boolean holds = true;
    for (int idle : isShort() ? new int[] {100} : new int[] {20, 100, 250, 1000}) {
      holds &= latency(bench, Duration.ofMillis(idle), answer + LATENCY_BOUND_MILLIS);
    }
    return bound(
        "more <= the target's answer time + %.0f ms".formatted(LATENCY_BOUND_MILLIS), holds);
  }

  private boolean latency(Bench bench, Duration idle, double bound) throws InterruptedException {
    Map<String, Long> seen = new ConcurrentHashMap<>();
    long before = bench.accepted();
    bench.startEmpty("latency-empty-" + idle, idle, seen);
    bench.startRelay("latency-relay-" + idle, idle);
    // New workers also read what earlier ones have read.
    Map<String, Long> unusedWarmUp = bench.write(shortOr(10, 100));
    bench.await("warm-up of the baseline", () -> seen.size() >= bench.written);
    bench.await("warm-up of the relay", () -> bench.accepted() >= before + bench.written);

    long ordinal = bench.accepted();
    Map<String, Long> written = bench.write(shortOr(20, 400));
    bench.await("baseline's end", () -> seen.keySet().containsAll(written.keySet()));
    bench.await("relay's end", () -> bench.acceptedAfter(ordinal).size() >= written.size());
    bench.stopWorkers();
    Map<String, Long> accepted = new HashMap<>();
    bench
        .acceptedAfter(ordinal)
        .forEach(each -> accepted.putIfAbsent(each.partitionKey(), micros(each.acceptedAt())));
    List<Double> empty = millis(written, seen);
    List<Double> relay = millis(written, accepted);
    double more = Spread.quantile(relay, 0.5) - Spread.quantile(empty, 0.5);
    print(
        "%6d %8.1f %8.1f %8.1f; %8.1f %8.1f%n",
        idle.toMillis(),
        Spread.quantile(empty, 0.5),
        Spread.quantile(relay, 0.5),
        more,
        Spread.quantile(empty, 0.99),
        Spread.quantile(relay, 0.99));
    return more <= bound;
  }

  private static List<Double> millis(Map<String, Long> from, Map<String, Long> to) {
    return from.entrySet().stream()
        .map(each -> (Objects.requireNonNull(to.get(each.getKey())) - each.getValue()) / 1000.0)
        .toList();
  }

  /**
   * The rate at which a backlog is published, by the target's clock; for the baseline, received, by
   * its record processor's clock. Alternating, one worker at a time. As many records come first
   * that are not counted: a backlog builds up behind a worker that has been running, not behind one
   * whose code is not compiled yet.
   */
  private boolean backlog(Bench bench) throws InterruptedException {
    bench.writeMany(2 * shortOr(500, 20_000));
    List<Double> empty = new ArrayList<>();
    List<Double> relay = new ArrayList<>();
    print("%n%8s %16s %16s%n", "round", "empty", "relay");
    for (int round = 0; round < shortOr(1, 3); round++) {
      Map<String, Long> seen = new ConcurrentHashMap<>();
      bench.startEmpty("backlog-empty-" + round, IDLE, seen);
      bench.await("baseline's end", () -> seen.size() >= bench.written);
      bench.stopWorkers();
      empty.add(rate(seen.values().stream().mapToLong(each -> each).sorted()));

      long before = bench.accepted();
      bench.startRelay("backlog-relay-" + round, IDLE);
      bench.await("relay's end", () -> bench.accepted() >= before + bench.written);
      bench.stopWorkers();
      List<AcceptedRecord> accepted = bench.acceptedAfter(before);
      relay.add(
          rate(accepted.stream().limit(bench.written).mapToLong(r -> micros(r.acceptedAt()))));
      print("%8d %12.0f / s %12.0f / s%n", round + 1, empty.get(round), relay.get(round));
    }
    double ratio = Spread.of(relay).median() / Spread.of(empty).median();
    print("Ratio of the medians: %.2f. ", ratio);
    return bound(">= " + RATE_BOUND, ratio >= RATE_BOUND);
  }

  /** The rate of the second half. */
  private static double rate(LongStream times) {
    long[] micros = times.toArray();
    int half = micros.length / 2;
    return half * 1e6 / (micros[micros.length - 1] - micros[half]);
  }

  /** Microseconds since the epoch, by the wall clock, which all processes here share. */
  static long micros(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }

  /** The table, the target, and the workers that are running. */
  private static final class Bench implements AutoCloseable {
    private final EmbeddedSystem system = new EmbeddedSystem(AwsStub.builder());
    private final Outbox outbox = system.outbox();
    private final KinesisClient kinesis =
        LocalClients.configure(KinesisClient.builder(), system.stub().endpoint()).build();
    private final List<LocalService> workers = new ArrayList<>();

    /** How many events have been written, each of an order of its own. */
    private int written;

    Bench() {
      kinesis.createStream(stream -> stream.streamName(STREAM).shardCount(4));
    }

    /** Starts the baseline; adds the aggregates of its records, and when each came. */
    void startEmpty(String application, Duration idle, Map<String, Long> seen) {
      List<String> command =
          List.of(
              EmptyWorker.class.getName(),
              application,
              EmbeddedSystem.TABLE,
              Long.toString(idle.toMillis()));
      workers.add(system.startWorker(command, CONFIGURATION, line -> EmptyWorker.read(line, seen)));
    }

    void startRelay(String application, Duration idle) {
      workers.add(system.startService(application, idle, CONFIGURATION));
    }

    /** So that the next ones do not share the machine with them. */
    void stopWorkers() {
      workers.forEach(LocalService::close);
      workers.clear();
    }

    /** How many events the target has accepted. */
    long accepted() {
      return system.stub().kinesis().count();
    }

    /** The events that the target has accepted, but for the first {@code number}. */
    List<AcceptedRecord> acceptedAfter(long number) {
      return system.stub().kinesis().acceptedAfter(number);
    }

    /**
     * Waits until a condition holds.
     *
     * @throws IllegalStateException if that takes more than five minutes or a worker has ended
     */
    void await(String what, BooleanSupplier holds) throws InterruptedException {
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (!holds.getAsBoolean()) {
        for (LocalService worker : workers) {
          if (!worker.isAlive() || System.nanoTime() > deadline) {
            throw new IllegalStateException("no " + what + "\n" + worker.tail());
          }
        }
        Thread.sleep(20);
      }
    }

    /**
     * Commits once in each interval, at an offset that cycles through the interval: no commit is in
     * step with the reads, and every phase between two reads occurs equally often. Pauses of random
     * length would move the median of two workers that read once a second by 25 ms, by chance
     * alone. Returns when each aggregate was written.
     */
    Map<String, Long> write(int events) throws InterruptedException {
      Map<String, Long> times = new LinkedHashMap<>();
      long start = System.nanoTime();
      for (int i = 0; i < events; i++) {
        double due = (i + i * GOLDEN_RATIO % 1) * PAUSE_MILLIS;
        Thread.sleep(Math.max(0, (long) due - (System.nanoTime() - start) / 1_000_000));
        String id = "o-" + written++;
        CommitResult result =
            outbox.transaction().events(Aggregate.of("Order", id), placed()).commit();
        times.put("Order#" + id, micros(result.writtenAt()));
      }
      return times;
    }

    /** Commits many events as fast as possible. */
    void writeMany(int events) {
      int from = written;
      IntStream.range(0, events / PER_TRANSACTION)
          .parallel()
          .forEach(
              number -> {
                OutboxTransaction transaction = outbox.transaction();
                for (int i = 0; i < PER_TRANSACTION; i++) {
                  String order = "o-" + (from + number * PER_TRANSACTION + i);
                  transaction.events(Aggregate.of("Order", order), placed());
                }
                transaction.commit();
              });
      written += events;
    }

    private static Event placed() {
      return Event.of("OrderPlaced", Map.of("number", 1));
    }

    /** How long the target takes to answer, once its code is compiled. */
    List<Double> answerMillis() {
      SdkBytes data = SdkBytes.fromUtf8String("{\"id\":\"x\"}");
      List<Double> millis = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        long start = System.nanoTime();
        kinesis.putRecord(put -> put.streamName(STREAM).partitionKey("x").data(data));
        millis.add((System.nanoTime() - start) / 1e6);
      }
      return millis.subList(100, millis.size());
    }

    @Override
    public void close() {
      kinesis.close();
      system.close();
    }
  }
}

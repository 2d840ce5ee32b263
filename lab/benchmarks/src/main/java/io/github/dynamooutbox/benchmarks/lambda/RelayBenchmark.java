package io.github.dynamooutbox.benchmarks.lambda;

import io.github.dynamooutbox.benchmarks.measure.ProcessContest;
import io.github.dynamooutbox.benchmarks.measure.ProcessContest.Cost;
import io.github.dynamooutbox.benchmarks.measure.Results;
import io.github.dynamooutbox.benchmarks.measure.Spread;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Cost and rate of the relay, compared with hand-written loops over the same batches. */
public final class RelayBenchmark implements AutoCloseable {
  private static final double RATE_BOUND = 0.95;
  private static final double CPU_BOUND = 1.20;
  private static final double HOT_BOUND = 1.10;
  private static final double SAMPLE_BOUND = 5.0;

  private static final int BATCHES_AT_ONCE = 10;
  private static final Duration SLOW = Duration.ofMillis(10);
  private static final List<Duration> ANSWER_TIMES =
      List.of(Duration.ZERO, SLOW, Duration.ofMillis(50));

  private final Results results;
  private final int rounds;
  private final int events;
  private final int sampleEvents;
  private final int warmUpRounds;
  private final AnswerServer server = new AnswerServer();
  private final ShardBatch batch;
  private boolean holds = true;

  private RelayBenchmark(Results results, int rounds, boolean quick) {
    this.results = results;
    this.rounds = rounds;
    server.beDefaultEndpoint();
    // Lambda's limit of 6 MB for an event is a little above this, with records of 1 KB.
    this.events = quick ? 240 : 2_400;
    this.sampleEvents = quick ? 40 : 400;
    this.warmUpRounds = quick ? 1 : 40;
    this.batch = ShardBatch.of(events, events);
  }

  /**
   * Prints the tables.
   *
   * @param rounds the number of rounds of each pair
   * @param quick a tenth of the events, and hardly any warm-up
   * @return whether all figures are within their bounds
   */
  public static boolean measure(Results results, int rounds, boolean quick) {
    // The function writes its metrics to standard output.
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false));
    try (RelayBenchmark benchmark = new RelayBenchmark(results, rounds, quick)) {
      for (MeasuredService service : MeasuredService.values()) {
        benchmark.checkSameBodies(service);
      }
      for (MeasuredService service : MeasuredService.values()) {
        benchmark.warmUp(service);
      }
      benchmark.rates();
      benchmark.hotAggregate();
      benchmark.samples();
      benchmark.fewerAggregates();
      return benchmark.holds;
    }
  }

  @Override
  public void close() {
    server.close();
  }

  /** One relay and one hand-written loop on the same service. */
  private final class Pair implements AutoCloseable {
    final RelaySide relay;
    final BareLoop bare;

    Pair(MeasuredService service, int entries, int inFlight) {
      relay = new RelaySide(service, entries, inFlight);
      bare = loop(service, entries, inFlight);
    }

    Pair(MeasuredService service) {
      this(service, service.entries(), MeasuredService.IN_FLIGHT);
    }

    ProcessContest contest(ShardBatch batch, int rounds) {
      return contest(List.of(batch), rounds);
    }

    ProcessContest contest(List<ShardBatch> batches, int rounds) {
      return ProcessContest.of(
          () -> batches.forEach(relay::send), () -> batches.forEach(bare::send), rounds);
    }

    @Override
    public void close() {
      relay.close();
      bare.close();
    }
  }

  private BareLoop loop(MeasuredService service, int entries, int inFlight) {
    return new BareLoop(service.sender(server.endpoint()), entries, inFlight);
  }

  /** Checks that with one entry in each request both send the same bodies, byte for byte. */
  private void checkSameBodies(MeasuredService service) {
    ShardBatch few = ShardBatch.of(sampleEvents, sampleEvents);
    server.hashBodies(true);
    try (Pair pair = new Pair(service, 1, MeasuredService.IN_FLIGHT)) {
      // The relay's one-time request for its target's settings is not counted.
      pair.relay.send(few);
      AnswerServer.Requests unused = server.requests();
      pair.relay.send(few);
      AnswerServer.Requests relay = server.requests();
      pair.bare.send(few);
      AnswerServer.Requests bare = server.requests();
      if (!relay.equals(bare) || relay.count() != sampleEvents || relay.hashes() == 0) {
        throw new IllegalStateException(
            "%s: the relay sent %s, the loop by hand %s".formatted(service, relay, bare));
      }
    } finally {
      server.hashBodies(false);
    }
  }

  private void warmUp(MeasuredService service) {
    try (Pair pair = new Pair(service)) {
      ProcessContest unused = pair.contest(batch, warmUpRounds);
    }
  }

  private void rates() {
    results.print(
        "%-16s %8s %12s %12s  %-22s %-22s %-22s%n",
        "target", "answer", "relay/s", "by hand/s", "rate", "CPU", "bytes");
    for (MeasuredService service : MeasuredService.values()) {
      for (Duration answerTime : ANSWER_TIMES) {
        server.answerAfter(answerTime);
        try (Pair pair = new Pair(service)) {
          // A process's CPU time has a resolution of 10 ms.
          int batches = answerTime.isZero() ? BATCHES_AT_ONCE : 1;
          ProcessContest unused = pair.contest(batch, 2);
          ProcessContest contest = pair.contest(Collections.nCopies(batches, batch), rounds);
          printRate(service, answerTime, contest, batches * events);
        }
      }
    }
    results.print(
        "bounds: rate >= %.2f; CPU <= %.2f where the target answers at once%n%n",
        RATE_BOUND, CPU_BOUND);
  }

  private void printRate(
      MeasuredService service, Duration answerTime, ProcessContest contest, int events) {
    Spread cpu = contest.ratio(Cost::cpuNanos);
    holds &= contest.rate().median() >= RATE_BOUND;
    holds &= !answerTime.isZero() || cpu.median() <= CPU_BOUND;
    results.print(
        "%-16s %5d ms %12.0f %12.0f  %-22s %-22s %-22s%n",
        service,
        answerTime.toMillis(),
        perSecond(contest.ours(), events),
        perSecond(contest.theirs(), events),
        contest.rate(),
        cpu,
        contest.ratio(Cost::bytes));
  }

  private static double perSecond(List<Cost> costs, int events) {
    return events * 1e9 / ProcessContest.median(costs, Cost::nanos);
  }

  /** A hot aggregate's events are sent one after the other, whatever else is sent meanwhile. */
  private void hotAggregate() {
    server.answerAfter(SLOW);
    ShardBatch hot = ShardBatch.hot(sampleEvents);
    results.print("half of the events belong to one aggregate; the target answers in 10 ms%n");
    for (MeasuredService service : MeasuredService.values()) {
      try (Pair pair = new Pair(service)) {
        double one = answerNanos(pair.bare);
        ProcessContest unused = pair.contest(hot, 1);
        ProcessContest contest = pair.contest(hot, samples(rounds));
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < contest.ours().size(); i++) {
          double least = Math.max(one * sampleEvents / 2, contest.theirs().get(i).nanos());
          ratios.add(contest.ours().get(i).nanos() / least);
        }
        Spread ratio = Spread.of(ratios);
        holds &= ratio.median() <= HOT_BOUND;
        results.print("%-16s %s of the hot events' answer times%n", service, ratio);
      }
    }
    results.print("bound: %.2f%n%n", HOT_BOUND);
  }

  /** The least time for one event of the hot aggregate: a request by itself. */
  private static double answerNanos(BareLoop bare) {
    ShardBatch one = ShardBatch.of(1, 1);
    List<Cost> costs = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      costs.add(ProcessContest.cost(() -> bare.send(one)));
    }
    return ProcessContest.median(costs, Cost::nanos);
  }

  private static int samples(int rounds) {
    return Math.min(rounds, Math.max(3, rounds / 3));
  }

  /** What most samples do: each event by itself, or full requests, one after the other. */
  private void samples() {
    server.answerAfter(SLOW);
    ShardBatch few = ShardBatch.of(sampleEvents, sampleEvents);
    results.print("the usual samples; the target answers in 10 ms%n");
    for (MeasuredService service : MeasuredService.values()) {
      try (BareLoop single = loop(service, 1, 1);
          BareLoop full = loop(service, service.entries(), 1);
          RelaySide relay = new RelaySide(service, service.entries(), MeasuredService.IN_FLIGHT)) {
        relay.send(few);
        int times = samples(rounds);
        Spread toSingle =
            ProcessContest.of(() -> relay.send(few), () -> single.send(few), times).rate();
        Spread toFull =
            ProcessContest.of(() -> relay.send(batch), () -> full.send(batch), times).rate();
        holds &= Math.min(toSingle.median(), toFull.median()) >= SAMPLE_BOUND;
        results.print(
            "%-16s %s times as fast as event by event, %s as full requests%n",
            service, toSingle, toFull);
      }
    }
    results.print("bound: %.0f times%n%n", SAMPLE_BOUND);
  }

  private void fewerAggregates() {
    server.answerAfter(SLOW);
    results.print("EventBridge in order, fewer aggregates; the target answers in 10 ms%n");
    try (Pair pair = new Pair(MeasuredService.EVENTBRIDGE)) {
      for (int aggregates : List.of(1, 8, 40, 80, 160, 320, 400)) {
        ShardBatch few = ShardBatch.of(sampleEvents, Math.min(aggregates, sampleEvents));
        ProcessContest contest = pair.contest(few, samples(rounds));
        results.print(
            "%5d %12.0f/s %s of the loop by hand, which keeps no order%n",
            aggregates, perSecond(contest.ours(), sampleEvents), contest.rate());
      }
    }
  }
}

package io.github.dynamooutbox.benchmarks;

import io.github.dynamooutbox.benchmarks.AnswerServer.Requests;
import io.github.dynamooutbox.benchmarks.BareLoop.Service;
import io.github.dynamooutbox.benchmarks.Contest.Cost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import picocli.CommandLine.Command;

/** Rate and cost of the relay on Lambda, compared with hand-written loops over the same batches. */
@Command(
    name = "relay",
    description = "rate, CPU time and bytes of the relay on Lambda, and of loops by hand (10 min)")
final class RelayRate extends Benchmark {
  private static final double RATE_BOUND = 0.95;
  private static final double CPU_BOUND = 1.20;
  private static final double HOT_BOUND = 1.10;
  private static final double SAMPLE_BOUND = 5.0;

  /** Requests in flight, the relay's default. */
  private static final int IN_FLIGHT = 8;

  private static final int BATCHES_AT_ONCE = 10;
  private static final Duration SLOW = Duration.ofMillis(10);
  private static final List<Duration> ANSWER_TIMES =
      List.of(Duration.ZERO, SLOW, Duration.ofMillis(50));

  /** One relay and one hand-written loop on the same service. */
  private record Pair(RelaySide relay, BareLoop bare) implements AutoCloseable {
    static Pair of(AnswerServer server, Service service, int entries) {
      return new Pair(
          new RelaySide(service.configuration(entries, IN_FLIGHT)),
          new BareLoop(service, server.endpoint(), entries, IN_FLIGHT));
    }

    static Pair of(AnswerServer server, Service service) {
      return of(server, service, service.entries());
    }

    Contest contest(List<ShardBatch> batches, int rounds) {
      return Contest.of(
          () -> batches.forEach(relay::send), () -> batches.forEach(bare::send), rounds);
    }

    @Override
    public void close() {
      relay.close();
      bare.close();
    }
  }

  @Override
  boolean measure() {
    silenceOthers();
    // Lambda's limit of 6 MB for an event is a little above this, with records of 1 KB.
    int events = shortOr(240, 2_400);
    int few = shortOr(40, 400);
    ShardBatch batch = ShardBatch.of(events, events);
    try (AnswerServer server = new AnswerServer()) {
      server.beDefaultEndpoint();
      for (Service service : Service.ALL) {
        checkSameBodies(server, service, few);
      }
      for (Service service : Service.ALL) {
        try (Pair pair = Pair.of(server, service)) {
          Contest unused = pair.contest(List.of(batch), shortOr(1, 40));
        }
      }
      boolean holds = rates(server, batch, events);
      server.answerAfter(SLOW);
      holds &= hotAggregate(server, few);
      holds &= samples(server, batch);
      fewerAggregates(server, few);
      return holds;
    }
  }

  /** Checks that with one entry in each request both send the same bodies, byte for byte. */
  private static void checkSameBodies(AnswerServer server, Service service, int events) {
    ShardBatch few = ShardBatch.of(events, events);
    try (Pair pair = Pair.of(server, service, 1)) {
      // The relay's one-time request for its target's settings is not counted.
      pair.relay.send(few);
      Requests unused = server.requests();
      pair.relay.send(few);
      Requests relay = server.requests();
      pair.bare.send(few);
      Requests bare = server.requests();
      if (!relay.equals(bare) || relay.count() != events || relay.hashes() == 0) {
        throw new IllegalStateException(
            "%s: the relay sent %s, the loop by hand %s".formatted(service.title(), relay, bare));
      }
    }
  }

  private boolean rates(AnswerServer server, ShardBatch batch, int events) {
    print(
        "%-16s %8s %12s %12s  %-22s %-22s %-22s%n",
        "target", "answer", "relay/s", "by hand/s", "rate", "CPU", "bytes");
    boolean holds = true;
    for (Service service : Service.ALL) {
      for (Duration answerTime : ANSWER_TIMES) {
        server.answerAfter(answerTime);
        // A process's CPU time has a resolution of 10 ms.
        int batches = answerTime.isZero() ? BATCHES_AT_ONCE : 1;
        try (Pair pair = Pair.of(server, service)) {
          Contest unused = pair.contest(List.of(batch), 2);
          Contest contest = pair.contest(Collections.nCopies(batches, batch), shortOr(1, 15));
          Spread cpu = contest.ratio(Cost::cpuNanos);
          holds &= contest.rate().median() >= RATE_BOUND;
          holds &= !answerTime.isZero() || cpu.median() <= CPU_BOUND;
          print(
              "%-16s %5d ms %12.0f %12.0f  %-22s %-22s %-22s%n",
              service.title(),
              answerTime.toMillis(),
              Contest.perSecond(contest.ours(), batches * events),
              Contest.perSecond(contest.theirs(), batches * events),
              contest.rate(),
              cpu,
              contest.ratio(Cost::bytes));
        }
      }
    }
    return bound(
        "rate >= %.2f; CPU <= %.2f where the target answers at once"
            .formatted(RATE_BOUND, CPU_BOUND),
        holds);
  }

  /** A hot aggregate's events are sent one after the other, whatever else is sent meanwhile. */
  private boolean hotAggregate(AnswerServer server, int events) {
    ShardBatch hot = ShardBatch.hot(events);
    print("%nhalf of the events belong to one aggregate; the target answers in 10 ms%n");
    boolean holds = true;
    for (Service service : Service.ALL) {
      try (Pair pair = Pair.of(server, service)) {
        double one = answerNanos(pair.bare);
        Contest unused = pair.contest(List.of(hot), 1);
        Contest contest = pair.contest(List.of(hot), fewerRounds());
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < contest.ours().size(); i++) {
          double least = Math.max(one * events / 2, contest.theirs().get(i).nanos());
          ratios.add(contest.ours().get(i).nanos() / least);
        }
        Spread ratio = Spread.of(ratios);
        holds &= ratio.median() <= HOT_BOUND;
        print("%-16s %s of the hot events' answer times%n", service.title(), ratio);
      }
    }
    return bound("<= %.2f".formatted(HOT_BOUND), holds);
  }

  /** The least time for one event of the hot aggregate: a request by itself. */
  private static double answerNanos(BareLoop bare) {
    ShardBatch one = ShardBatch.of(1, 1);
    List<Cost> costs = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      costs.add(Cost.ofProcess(() -> bare.send(one)));
    }
    return Contest.median(costs, Cost::nanos);
  }

  private int fewerRounds() {
    return shortOr(1, 5);
  }

  /** What most samples do: full requests, one after the other. */
  private boolean samples(AnswerServer server, ShardBatch batch) {
    print("%nthe usual samples; the target answers in 10 ms%n");
    boolean holds = true;
    for (Service service : Service.ALL) {
      try (Pair pair = Pair.of(server, service);
          BareLoop sample = new BareLoop(service, server.endpoint(), service.entries(), 1)) {
        pair.relay.send(batch);
        Spread rate =
            Contest.of(() -> pair.relay.send(batch), () -> sample.send(batch), fewerRounds())
                .rate();
        holds &= rate.median() >= SAMPLE_BOUND;
        print(
            "%-16s %s times as fast as full requests, one after the other%n",
            service.title(), rate);
      }
    }
    return bound(">= %.0f times".formatted(SAMPLE_BOUND), holds);
  }

  private void fewerAggregates(AnswerServer server, int events) {
    print("%nEventBridge in order, fewer aggregates; the target answers in 10 ms%n");
    try (Pair pair = Pair.of(server, Service.EVENTBRIDGE)) {
      for (int aggregates : List.of(1, 8, 40, 80, 160, 320, 400)) {
        ShardBatch few = ShardBatch.of(events, Math.min(aggregates, events));
        Contest contest = pair.contest(List.of(few), fewerRounds());
        print(
            "%5d %12.0f/s %s of the loop by hand, which keeps no order%n",
            aggregates, Contest.perSecond(contest.ours(), events), contest.rate());
      }
    }
  }
}

package io.github.dynamooutbox.kcl.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.kcl.it.ChaosReport.AtTarget;
import io.github.dynamooutbox.kcl.it.ChaosReport.Round;
import io.github.dynamooutbox.kcl.settings.WorkerSettings;
import io.github.dynamooutbox.localaws.FaultyGateway;
import io.github.dynamooutbox.localaws.FaultyGateway.Mode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Rounds of chaos: in each, something happens to one of three workers, or to all, while events are
 * committed. Three short rounds in {@code verify}; {@code lab/benchmarks/run chaos --relay kcl}
 * plays as many as wanted.
 */
@Timeout(value = 4, unit = TimeUnit.HOURS)
class KclChaosIT extends LongCase {
  private static final int WORKERS = 3;
  private static final int SHARDS = 4;

  /** A lease, and how often a worker checks whether it has expired. */
  private static final Duration LEASE =
      WorkerSettings.DEFAULT_FAILOVER.multipliedBy(16).dividedBy(15);

  /** How long the lease table does not answer: by then another worker has the lease. */
  private static final Duration SILENCE = WorkerSettings.DEFAULT_FAILOVER.plusSeconds(3);

  /** By then another worker would have repeated what it does not know to be published. */
  private static final Duration QUIET = Duration.ofSeconds(1);

  /** The rounds of {@code verify}; the last one need not replace the worker that it kills. */
  private static final List<Disturbance> SHORT =
      List.of(Disturbance.RESHARDED, Disturbance.LOST_ANSWERS, Disturbance.KILLED);

  /**
   * Versions of each order.
   *
   * @param before how many before something happens
   * @param after how many afterwards, by when everything in flight then is published
   */
  private record Traffic(int before, int after) {
    static final Traffic LONG = new Traffic(15, 10);
    static final Traffic SHORT = new Traffic(10, 3);
  }

  /** A part of a round in which what was published may be published twice. */
  private record Window(Instant from, Instant to, Predicate<String> orders) {
    int in(Received target) {
      return target.between(from, to, orders);
    }
  }

  /** A worker, and the gateway between it and its lease table or control table. */
  private record Worker(
      WorkerProcess process, SilentGateway leases, Optional<FaultyGateway> control) {
    boolean isReady() {
      return process.answers("/health/ready", "200");
    }
  }

  private final List<Worker> workers = new ArrayList<>();
  private final List<SilentGateway> gateways = new ArrayList<>();
  private final List<FaultyGateway> controlGateways = new ArrayList<>();
  private Optional<Totals> totals = Optional.empty();
  private final ChaosReport report = new ChaosReport();
  private final List<Window> windows = new ArrayList<>();
  private final long seed = Long.getLong("outbox.chaos.seed", 1);
  private final Random random = new Random(seed);
  private StrainedTables tables = StrainedTables.AS_USUAL;
  private int moves;
  private int started;

  @AfterEach
  void closeGateways() throws IOException {
    for (SilentGateway gateway : gateways) {
      gateway.close();
    }
    controlGateways.forEach(FaultyGateway::close);
  }

  @Test
  @Tag("full")
  void threeShortRoundsLoseNothingAndRepeatNoMoreThanAllowed() {
    for (int round = 1; round <= SHORT.size(); round++) {
      play(SHORT.get(round - 1), StrainedTables.AS_USUAL, round, Traffic.SHORT);
    }
    report.close(seed);
  }

  @Test
  @Tag("long")
  void nothingIsLostOrOutOfOrderAndRepeatsAreBounded() {
    int rounds = Integer.getInteger("outbox.chaos.rounds", 3);
    totals = Optional.of(new Totals(system));
    List<Disturbance> kinds = new ArrayList<>();
    int passes = 0;
    for (int round = 1; round <= rounds; round++) {
      if (kinds.isEmpty()) {
        kinds.addAll(EnumSet.complementOf(EnumSet.of(Disturbance.LEASES_DELETED)));
        Collections.shuffle(kinds, random);
        kinds.add(Disturbance.LEASES_DELETED);
        passes++;
        if (round > 1) {
          workers.clear();
          useShards(SHARDS);
          totals = Optional.of(new Totals(system));
        }
      }
      play(kinds.remove(0), strain(passes, round), round, Traffic.LONG);
    }
    report.close(seed);
  }

  /** In each other pass through all kinds they are slow or throttled, by turns. */
  private static StrainedTables strain(int pass, int round) {
    if (pass % 2 == 0) {
      return StrainedTables.AS_USUAL;
    }
    return (round + pass / 2) % 2 == 0 ? StrainedTables.LATE : StrainedTables.THROTTLED;
  }

  private void play(Disturbance kind, StrainedTables strain, int number, Traffic traffic) {
    while (workers.size() < WORKERS) {
      workers.add(start());
    }
    workers.forEach(this::awaitReady);
    windows.clear();
    moves = 0;
    Instant began = Instant.now();
    String prefix = "c%d-".formatted(number);
    Load load = Load.start(system, prefix);
    system.await(() -> "no events", () -> arrivals(prefix) > 0);
    tables(strain);
    awaitMore(load, traffic.before());
    List<Worker> all = new ArrayList<>(workers);
    Worker victim = victim();
    Duration sinceCheckpoint = sinceCheckpoint();
    Duration again = happens(kind, victim, load, prefix);
    tables(StrainedTables.AS_USUAL);
    awaitMore(load, traffic.after());
    int last = load.end();
    List<Received> received = arrived(prefix, last);
    workers.stream().filter(each -> !all.contains(each)).forEach(all::add);
    all.stream()
        .filter(each -> !kind.explainsLossesOfItsVictim() || !each.equals(victim))
        .forEach(each -> moved(each, began, sinceCheckpoint));
    report.add(
        kind.what() + ", " + strain,
        new Round(
            number,
            again,
            moves,
            received.stream().map(each -> count(each, last)).toList(),
            wrongEffects(prefix, last)));
  }

  /** Orders with a wrong effect at a consumer of the data stream, which receives repeats. */
  private int wrongEffects(String prefix, int last) {
    if (totals.isEmpty()) {
      return 0;
    }
    totals.get().handle(Received.bodies(system.aws.records(KclSystem.STREAM), prefix));
    return totals.get().wrong(prefix, Load.ORDERS, last);
  }

  private Duration happens(Disturbance kind, Worker victim, Load load, String prefix) {
    Instant at = Instant.now();
    switch (kind) {
      case KILLED -> {
        victim.process.kill();
        workers.remove(victim);
        twice(at.minus(sinceCheckpoint()), at.plus(END));
      }
      case STOPPED -> {
        victim.process.signal("STOP");
        Duration again = awaitAll(load, prefix, at);
        Instant goesOn = Instant.now();
        victim.process.signal("CONT");
        twice(at.minus(sinceCheckpoint()), at.plus(END));
        twice(goesOn, goesOn.plus(END));
        return again;
      }
      case LOST_ANSWERS, CUT_OFF -> {
        if (kind == Disturbance.CUT_OFF) {
          victim.leases.cut();
        } else {
          victim.leases.loseAnswers();
        }
        system.await(() -> "no time", () -> Instant.now().isAfter(at.plus(SILENCE)));
        victim.leases.mend();
        twice(at.minus(sinceCheckpoint()), at.plus(LEASE).plus(END));
      }
      case CONTROL_THROTTLED -> {
        workers.forEach(
            each ->
                each.control.ifPresent(
                    table -> table.set(Mode.THROTTLES, KclSystem.CONTROL_TABLE)));
        system.await(() -> "no time", () -> Instant.now().isAfter(at.plus(SILENCE)));
        tables(tables);
      }
      case RESHARDED -> replaceShards(system.stream.orElseThrow().open() > SHARDS ? 1 : 2);
      case REPLACED -> {
        for (Worker old : List.copyOf(workers)) {
          Worker next = start();
          awaitReady(next);
          stop(old.process);
          workers.remove(old);
          workers.add(next);
        }
      }
      case LEASES_DELETED -> {
        system.dynamoDb.deleteTable(request -> request.tableName(KclSystem.APPLICATION));
        workers.forEach(
            each ->
                assertThat(each.process.awaitExit(Duration.ofSeconds(90)))
                    .as(each.process.tail())
                    .isEqualTo(1));
        twice(Instant.MIN, Instant.now());
        workers.clear();
        for (int i = 0; i < WORKERS; i++) {
          workers.add(start());
        }
      }
    }
    return awaitAll(load, prefix, at);
  }

  /** Changes how the tables answer all workers, and those that are started from now on. */
  private void tables(StrainedTables next) {
    tables = next;
    workers.forEach(each -> each.control.ifPresent(next::apply));
  }

  /** By then a checkpoint is written; with slow or throttled tables it takes up to a call. */
  private Duration sinceCheckpoint() {
    return tables == StrainedTables.AS_USUAL
        ? SINCE_CHECKPOINT
        : SINCE_CHECKPOINT.plus(WorkerSettings.DEFAULT_FAILOVER.dividedBy(2));
  }

  private Worker start() {
    Optional<FaultyGateway> control =
        totals.map(each -> new FaultyGateway(system.streamsEndpoint()));
    control.ifPresent(controlGateways::add);
    control.ifPresent(tables::apply);
    SilentGateway gateway =
        new SilentGateway(control.map(FaultyGateway::endpoint).orElse(system.streamsEndpoint()));
    gateways.add(gateway);
    return new Worker(
        system.start(
            Map.of("AWS_ENDPOINT_URL_DYNAMODB", gateway.endpoint().toString()),
            "worker-" + ++started),
        gateway,
        control);
  }

  private void awaitReady(Worker worker) {
    system.await(() -> "not ready", worker::isReady);
  }

  /** A worker that holds a lease. */
  private Worker victim() {
    system.await(
        () -> "no worker has a lease",
        () -> workers.stream().anyMatch(worker -> worker.process.leases() > 0));
    List<Worker> busy = workers.stream().filter(worker -> worker.process.leases() > 0).toList();
    return busy.get(random.nextInt(busy.size()));
  }

  private void twice(Instant from, Instant to) {
    windows.add(new Window(from, to, order -> true));
  }

  /** Both publish until the old owner notices, within a second. */
  private void moved(Worker worker, Instant since, Duration sinceCheckpoint) {
    ShardedStream stream = system.stream.orElseThrow();
    for (WorkerProcess.Lost lost : worker.process.leasesLost()) {
      if (lost.at().isAfter(since)) {
        moves++;
        windows.add(
            new Window(
                lost.at().minus(sinceCheckpoint).minusSeconds(1),
                lost.at().plus(END),
                order -> stream.holds(lost.shard(), "OUTBOX#Order#" + order)));
      }
    }
  }

  /** Waits until everything has arrived and nothing more arrives, or for the time limit. */
  private List<Received> arrived(String prefix, int last) {
    Instant limit = Instant.now().plus(Duration.ofMinutes(1));
    system.await(
        () -> "no time",
        () ->
            Received.all(system.aws, prefix).stream().allMatch(r -> r.has(Load.ORDERS, last))
                || Instant.now().isAfter(limit));
    Instant quiet = Instant.now().plus(QUIET);
    system.await(() -> "no time", () -> Instant.now().isAfter(quiet));
    return Received.all(system.aws, prefix);
  }

  private AtTarget count(Received target, int last) {
    return new AtTarget(
        target.target(),
        target.arrivals().size(),
        target.lost(Load.ORDERS, last),
        target.outOfOrder(),
        target.duplicates(),
        windows.stream().mapToInt(each -> each.in(target)).sum());
  }
}

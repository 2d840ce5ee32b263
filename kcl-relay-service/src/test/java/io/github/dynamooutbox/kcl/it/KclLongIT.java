package io.github.dynamooutbox.kcl.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Targets that fail, and workers that are started, stopped and restarted in order. */
@Tag("long")
class KclLongIT extends LongCase {
  /** Long enough for everything that a worker does periodically to have run several times. */
  private static final Duration IDLE = Duration.ofSeconds(30);

  /** Twice the requirement on an idle machine: half of it is the start of a JVM. */
  private static final Duration RESTART = Duration.ofSeconds(10);

  @ParameterizedTest
  @ValueSource(ints = {64, 256})
  void oneWorkerRelaysManyShards(int shards) {
    useShards(shards);
    WorkerProcess worker = system.start("only");
    Instant started = Instant.now();
    system.await(worker::tail, () -> worker.leases() == shards);
    system.await(worker::tail, () -> worker.answers("/health/ready", "200"));
    report(shards + " shards, ready after", Duration.between(started, Instant.now()));
    reportUse(shards + " shards, idle", worker);
    Load load = Load.start(system, "m-");
    system.await(worker::tail, () -> arrivals("m-") > 0);
    reportUse(shards + " shards, 100 events a second", worker);
    List<Received> received = settled(load, "m-");

    report(shards + " shards, twice", duplicates(received));
    withinMoves(received, worker);
    assertThat(received).allMatch(target -> target.outOfOrder() == 0);
    stop(worker);
  }

  private void reportUse(String what, WorkerProcess worker) {
    long reads = system.stream.orElseThrow().reads();
    Instant from = Instant.now();
    report(what + ", processors", processors(worker, IDLE));
    double read =
        (system.stream.orElseThrow().reads() - reads)
            / (Duration.between(from, Instant.now()).toMillis() / 1000.0);
    report(what + ", reads a second", Math.round(read));
    report(what + ", threads and resident memory", worker.size());
    report(what + ", leases lost", worker.leasesLost().size());
  }

  /** How many processors it keeps busy. */
  private double processors(WorkerProcess worker, Duration time) {
    Instant from = Instant.now();
    Duration before = worker.cpu();
    system.await(worker::tail, () -> Instant.now().isAfter(from.plus(time)));
    return worker.cpu().minus(before).toMillis()
        / (double) Duration.between(from, Instant.now()).toMillis();
  }

  /** Far too little for the load; what is behind is published once the load ends. */
  @Test
  void aLoneWorkerWithAQuarterOfAProcessorKeepsItsLeases() {
    useShards(16);
    try (CpuQuota quota = new CpuQuota(0.25)) {
      WorkerProcess worker = system.start(quota.words(), Map.of(), "slow");
      Load load = Load.start(system, "q-");
      Instant from = Instant.now();
      for (int minute = 1; minute <= 3; minute++) {
        Instant until = from.plus(Duration.ofMinutes(minute));
        system.await(worker::tail, () -> Instant.now().isAfter(until));
        report(
            "a quarter of a processor, minute " + minute,
            "opened %d, lost %d, holds %d, committed %d, published %d"
                .formatted(
                    worker.output.stream().filter(line -> line.contains("Relaying ")).count(),
                    worker.leasesLost().size(),
                    worker.leases(),
                    load.version() * Load.ORDERS,
                    arrivals("q-")));
      }
      int lost = worker.leasesLost().size();
      int last = load.end();
      system.await(worker::tail, () -> arrivals("q-") >= Load.ORDERS * last);
      report("a quarter of a processor, without load: lost", worker.leasesLost().size() - lost);
      List<Received> received = settled(load, "q-");
      report("a quarter of a processor, twice", duplicates(received));
      assertThat(worker.leases()).isEqualTo(16);
      worker.kill();
    }
  }

  @Test
  void publishesNothingTwiceWhenTheWorkerThatOnlyWaitsIsKilled() {
    useShards(1);
    WorkerProcess leader = system.start("leader");
    Load load = Load.start(system, "f-");
    system.await(() -> "no events", () -> arrivals("f-") > 0);
    WorkerProcess follower = system.start("follower");
    system.await(() -> "no follower", () -> follower.answers("/health/ready", "200"));
    follower.kill();
    awaitMore(load, 10);

    assertThat(settled(load, "f-")).allMatch(target -> target.duplicates() == 0);
    stop(leader);
  }

  @Test
  void publishesEverythingWhileWorkersAreReplacedUnderLoad() {
    List<WorkerProcess> all = new ArrayList<>();
    WorkerProcess worker = system.start("worker-0");
    all.add(worker);
    Load load = Load.start(system, "r-");
    system.await(() -> "no events", () -> arrivals("r-") > 0);
    for (int i = 1; i <= 3; i++) {
      WorkerProcess next = system.start("worker-" + i);
      system.await(() -> "no next worker", () -> next.answers("/health/ready", "200"));
      awaitMore(load, 10);
      stop(worker);
      all.add(next);
      worker = next;
    }
    List<Received> received = settled(load, "r-");

    report("replaced, twice", duplicates(received));
    withinMoves(received, all.toArray(WorkerProcess[]::new));
    stop(worker);
  }

  @Test
  void publishesEverythingOnceATargetAnswersAgain() {
    Injection down =
        system
            .faults()
            .inject(
                When.on(Service.KINESIS).action("PutRecords"),
                Fault.fail(503, "ServiceUnavailable"));
    WorkerProcess worker = system.start("worker");
    Load load = Load.start(system, "t-");
    system.await(
        () -> "no events", () -> !Received.all(system.aws, "t-").get(0).arrivals().isEmpty());
    Instant aMinuteLater = Instant.now().plusSeconds(60);
    system.await(() -> "a minute", () -> Instant.now().isAfter(aMinuteLater));
    assertThat(worker.get("/health/ready")).startsWith("200");
    down.cancel();

    assertThat(settled(load, "t-")).allMatch(target -> target.duplicates() == 0);
    stop(worker);
  }

  @Test
  void parksWhatCannotBePublishedAndPublishesTheRest() {
    system
        .faults()
        .inject(
            When.on(Service.EVENTBRIDGE),
            Fault.failEntries(
                entry -> entry.body().contains("\"poison-0\""),
                EntryError.rejected("InvalidArgument")));
    WorkerProcess worker = system.start("worker");
    Load load = Load.start(system, "p-");
    system.await(() -> "no events", () -> arrivals("p-") > 0);
    system.placeOrders("poison-", 1, 1, 5);
    IntStream.range(0, 3).forEach(i -> system.commitPoison("unreadable-" + i, "x"));
    awaitMore(load, 20);
    stop(worker);
    WorkerProcess next = system.start("next");

    assertThat(settled(load, "p-")).allMatch(target -> target.duplicates() == 0);
    system.await(
        () -> "not all is parked: " + system.parked(),
        () -> system.parked().equals(List.of("* 3", "bus 5")));
    Received bus = Received.all(system.aws, "poison-").get(0);
    assertThat(bus.arrivals()).isEmpty();
    assertThat(Received.all(system.aws, "poison-").subList(1, 3))
        .allMatch(target -> target.has(1, 5) && target.duplicates() == 0);
    stop(next);
  }

  @Test
  void publishesAgainSoonAfterARestart() {
    useShards(1);
    WorkerProcess before = system.start("before");
    system.placeOrders("n-", 1, 1, 1);
    system.awaitOrders("n-", 1, 1);
    stop(before);
    system.placeOrders("n-", 1, 2, 2);
    Instant started = Instant.now();
    WorkerProcess next = system.start("next");
    List<Received> received = system.awaitOrders("n-", 1, 2);
    Duration took = Duration.between(started, Instant.now());
    Duration first =
        received.stream()
            .flatMap(target -> target.arrivals().stream())
            .filter(arrival -> arrival.version() == 2)
            .map(arrival -> Duration.between(started, arrival.at()))
            .min(Duration::compareTo)
            .orElseThrow();
    report("first event after a restart, at the first target", first);
    report("first event after a restart, at all targets", took);

    assertThat(received).allMatch(target -> target.duplicates() == 0);
    assertThat(took).isLessThan(RESTART);
    stop(next);
  }

  @Test
  void publishesWhatTheStreamHoldsAgainIfTheLeaseTableIsDeleted() {
    WorkerProcess first = system.start("first");
    Load load = Load.start(system, "l-");
    system.await(() -> "no events", () -> arrivals("l-") > 0);
    awaitMore(load, 20);
    system.dynamoDb.deleteTable(request -> request.tableName(KclSystem.APPLICATION));
    assertThat(first.awaitExit(Duration.ofSeconds(60))).as(first.tail()).isEqualTo(1);
    Instant ended = Instant.now();
    WorkerProcess second = system.start("second");

    List<Received> received = settled(load, "l-");
    report("lease table deleted, twice", duplicates(received));
    assertThat(received)
        .as("not more than everything that was published before")
        .allMatch(target -> target.duplicates() <= target.between(Instant.MIN, ended));
    stop(second);
  }
}

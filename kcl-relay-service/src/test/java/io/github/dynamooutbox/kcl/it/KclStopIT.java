package io.github.dynamooutbox.kcl.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.kcl.settings.ExitCode;
import io.github.dynamooutbox.kcl.settings.WorkerSettings;
import io.github.dynamooutbox.localaws.LocalGateway;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Workers that cannot do their work hand it over. */
@Tag("long")
class KclStopIT extends LongCase {
  private static final Duration STANDSTILL = Duration.ofSeconds(6);

  @Test
  void aWorkerThatCannotReadGivesItsShardsToOneThatCan() {
    URI stream = system.stream.orElseThrow().endpoint();
    LocalGateway gateway = LocalGateway.start(stream, stream, stream);
    WorkerProcess blind =
        system.start(
            Map.of("AWS_ENDPOINT_URL_DYNAMODB_STREAMS", gateway.endpoint().toString()), "blind");
    Load load = Load.start(system, "n-");
    try (gateway) {
      system.await(() -> "no events", () -> arrivals("n-") > 0);
    }
    WorkerProcess sighted = system.start("sighted");
    assertThat(blind.awaitExit(Duration.ofSeconds(90)))
        .as(blind.tail())
        .isEqualTo(ExitCode.CANNOT_READ);
    assertThat(blind.output)
        .anyMatch(line -> line.contains("reads of the stream have failed for 3"));
    long gone = System.nanoTime();
    system.await(() -> "still " + sighted.leases(), () -> sighted.leases() == 4);
    report("until another had all shards", Duration.ofNanos(System.nanoTime() - gone));
    awaitMore(load, 5);

    List<Received> received = settled(load, "n-");
    report("cut off, twice", duplicates(received));
    stop(sighted);
  }

  /** Its leases need not expire, and the leader assigns none of them to the one that has left. */
  @Test
  void anOrderlyStopOfTheLeaderHaltsNoOrderForLong() {
    WorkerProcess leader = system.start("leader");
    Load load = Load.start(system, "l-");
    system.await(() -> "no events", () -> arrivals("l-") > 0);
    List<WorkerProcess> others = List.of(system.start("second"), system.start("third"));
    system.await(() -> "no share", () -> others.stream().allMatch(worker -> worker.leases() > 0));
    awaitMore(load, 25);
    Instant stopped = Instant.now();
    stop(leader);
    awaitAll(load, "l-", stopped);
    awaitMore(load, 15);

    List<Received> received = settled(load, "l-");
    List<Duration> pauses = received.stream().map(each -> each.longestPause(stopped)).toList();
    report("leader stopped in order, longest pause of an order", pauses);
    report("leader stopped in order, twice", duplicates(received));
    assertThat(pauses).allSatisfy(each -> assertThat(each).isLessThan(STANDSTILL));
    others.forEach(LongCase::stop);
  }

  @Test
  void aLeaseThatMovesDuringAnOutageCostsWhatWasInFlightAndNotWhatWasHeldBack() {
    useShards(1);
    WorkerProcess first = system.start("first");
    Load load = Load.start(system, "o-");
    system.await(() -> "no events", () -> arrivals("o-") > 0);
    Injection down = system.faults().inject(When.on(Service.SNS), Fault.fail(500, "InternalError"));
    awaitMore(load, 25);
    WorkerProcess second = system.start("second");
    system.await(() -> "no second", () -> second.answers("/health/ready", "200"));
    awaitMore(load, 10);
    Instant killed = Instant.now();
    first.kill();
    system.await(() -> "no worker took over", () -> second.leases() == 1);
    awaitMore(load, 10);
    down.cancel();

    withinWhatWasInFlight(settled(load, "o-"), killed);
    stop(second);
  }

  @Test
  void aWorkerThatWasStoppedForLongerThanItsLeaseRepeatsOnlyWhatWasInFlight() {
    WorkerProcess only = system.start("only");
    Load load = Load.start(system, "z-");
    system.await(() -> "no events", () -> arrivals("z-") > 0);
    List<Instant> moments = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      awaitMore(load, 15);
      moments.add(Instant.now());
      only.signal("STOP");
      Instant enough = Instant.now().plus(WorkerSettings.DEFAULT_FAILOVER).plusSeconds(2);
      system.await(() -> "no time", () -> Instant.now().isAfter(enough));
      moments.add(Instant.now());
      only.signal("CONT");
      awaitAll(load, "z-", enough);
    }

    List<Received> received = settled(load, "z-");
    report("leases lost by a stop", only.leasesLost().size());
    report("stopped, twice", duplicates(received));
    assertThat(only.leasesLost()).as("or the stops were too short").isNotEmpty();
    List<Instant> inFlight = new ArrayList<>(moments);
    only.leasesLost().forEach(lost -> inFlight.add(lost.at()));
    assertThat(received)
        .allSatisfy(
            target ->
                assertThat(target.duplicates())
                    .isLessThanOrEqualTo(
                        inFlight.stream()
                            .mapToInt(at -> target.between(at.minus(END), at.plus(END)))
                            .sum()));
    stop(only);
  }

  @Test
  void workersFinishAStreamThatWasSwitchedOffAndContinueWithTheNextOne() {
    useShards(0);
    Injection down = system.faults().inject(When.on(Service.SNS), Fault.fail(500, "InternalError"));
    WorkerProcess first = system.start("first");
    WorkerProcess second = system.start("second");
    system.placeOrders("u-", 10, 1, 5);
    system.await(() -> "no events", () -> first.leases() + second.leases() == 1);
    system.replaceStream();
    system.placeOrders("u-", 10, 6, 10);
    system.await(
        () -> "the workers do not report it",
        () ->
            first.says("is no longer the table's stream")
                && second.says("is no longer the table's stream"));
    assertThat(first.isAlive() && second.isAlive()).as("what is left waits for a target").isTrue();

    down.cancel();
    for (WorkerProcess worker : List.of(first, second)) {
      assertThat(worker.awaitExit(Duration.ofMinutes(2)))
          .as(worker.tail())
          .isEqualTo(ExitCode.STREAM_REPLACED);
    }
    WorkerProcess next = system.start("next");
    List<Received> received = system.awaitOrders("u-", 10, 10);
    assertThat(received).allMatch(target -> target.duplicates() == 0);
    stop(next);
  }

  @Test
  void aWorkerThatStartsLateReadsTheStreamThatWasSwitchedOffFirst() {
    useShards(0);
    WorkerProcess first = system.start("first");
    system.placeOrders("v-", 1, 1, 1);
    system.awaitOrders("v-", 1, 1);
    stop(first);
    system.placeOrders("v-", 1, 2, 5);
    system.replaceStream();
    system.placeOrders("v-", 1, 6, 10);

    WorkerProcess late = system.start("late");
    assertThat(late.awaitExit(Duration.ofMinutes(2)))
        .as(late.tail())
        .isEqualTo(ExitCode.STREAM_REPLACED);
    WorkerProcess next = system.start("next");
    List<Received> received = system.awaitOrders("v-", 1, 10);
    assertThat(received).allMatch(target -> target.duplicates() == 0);
    stop(next);
  }

  @Test
  void aShardWhoseEndWaitsForATargetIsHandedOverWithWhatIsFinishedAhead() {
    useShards(1);
    WorkerProcess first = system.start("first");
    Load load = Load.start(system, "e-");
    system.await(() -> "no events", () -> arrivals("e-") > 0);
    Injection down = system.faults().inject(When.on(Service.SNS), Fault.fail(500, "InternalError"));
    awaitMore(load, 5);
    replaceShards(2);
    awaitMore(load, 5);
    stop(first);
    report(
        "stack traces at the stop",
        first.output.stream().filter(line -> line.startsWith("\tat ")).count());

    down.cancel();
    WorkerProcess second = system.start("second");
    List<Received> received = settled(load, "e-");
    assertThat(received).allMatch(target -> target.duplicates() == 0);
    stop(second);
  }
}

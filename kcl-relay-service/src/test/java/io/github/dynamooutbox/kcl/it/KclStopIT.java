package io.github.dynamooutbox.kcl.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.kcl.settings.ExitCode;
import io.github.dynamooutbox.localaws.LocalGateway;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Workers that cannot do their work give it away. */
class KclStopIT extends LongCase {
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
    goOn(load, 5);

    List<Received> received = settled(load, "n-");
    report("cut off, twice", duplicates(received));
    stop(sighted);
  }

  @Test
  void aLeaseThatMovesDuringAnOutageCostsWhatWasInFlightAndNotWhatWasHeldBack() {
    useShards(1);
    WorkerProcess first = system.start("first");
    Load load = Load.start(system, "o-");
    system.await(() -> "no events", () -> arrivals("o-") > 0);
    Injection down = system.faults().inject(When.on(Service.SNS), Fault.fail(500, "InternalError"));
    goOn(load, 25);
    WorkerProcess second = system.start("second");
    system.await(() -> "no second", () -> second.answers("/health/ready", "200"));
    goOn(load, 10);
    Instant killed = Instant.now();
    first.kill();
    system.await(() -> "nobody took over", () -> second.leases() == 1);
    goOn(load, 10);
    down.cancel();

    withinWhatWasInFlight(settled(load, "o-"), killed);
    stop(second);
  }

  @Test
  void aShardWhoseEndWaitsForATargetIsHandedOverWithWhatIsFinishedAhead() {
    useShards(1);
    WorkerProcess first = system.start("first");
    Load load = Load.start(system, "e-");
    system.await(() -> "no events", () -> arrivals("e-") > 0);
    Injection down = system.faults().inject(When.on(Service.SNS), Fault.fail(500, "InternalError"));
    goOn(load, 5);
    replaceShards(2);
    goOn(load, 5);
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

package io.github.dynamooutbox.kcl.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.kcl.settings.WorkerSettings;
import io.github.dynamooutbox.localaws.FaultyGateway;
import io.github.dynamooutbox.localaws.FaultyGateway.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The workers' tables are slow or throttled. {@code -Doutbox.failover=3000} compares another
 * failover time.
 */
@Tag("long")
class SlowTablesIT extends LongCase {
  private static final int FAILOVER =
      Integer.getInteger("outbox.failover", (int) WorkerSettings.DEFAULT_FAILOVER.toMillis());

  /** Three failover times, and the load of the machine. */
  private static final Duration TAKE_OVER = Duration.ofMillis(3L * FAILOVER).plusSeconds(5);

  private final FaultyGateway tables = new FaultyGateway(system.streamsEndpoint());

  @AfterEach
  void closeGateway() {
    tables.close();
  }

  private WorkerProcess start(String name) {
    return system.start(
        Map.of("AWS_ENDPOINT_URL_DYNAMODB", tables.endpoint().toString()),
        name,
        "--failover-millis",
        Integer.toString(FAILOVER));
  }

  private static int lost(WorkerProcess... workers) {
    return List.of(workers).stream().mapToInt(worker -> worker.leasesLost().size()).sum();
  }

  @Test
  void answersThatAreLateByMoreThanASecondCostNoLease() {
    WorkerProcess first = start("first");
    Load load = Load.start(system, "y-");
    system.await(() -> "no events", () -> arrivals("y-") > 0);
    WorkerProcess second = start("second");
    system.await(() -> "no share", () -> second.leases() > 0);
    awaitMore(load, 25);
    int before = lost(first, second);
    Instant slow = Instant.now();
    tables.slowDown(Duration.ofMillis(1_200));
    awaitMore(load, 150);
    tables.slowDown(Duration.ZERO);
    int lost = lost(first, second) - before;
    report("every answer 1.2 s late for 30 s: leases lost", lost);
    List<Received> received = settled(load, "y-");
    report("its longest pause", received.stream().map(each -> each.longestPause(slow)).toList());
    report("slow, twice", duplicates(received));
    assertThat(lost).isZero();
    stop(first);
    stop(second);
  }

  @Test
  void aDeadLeaderIsReplacedAlthoughAnswersAreLate() {
    tables.slowDown(Duration.ofMillis(300));
    takesOver("300 ms late");
  }

  @Test
  void aDeadLeaderIsReplacedAlthoughMostCallsAreThrottled() {
    takesOver("not throttled");
    tables.throttle(60);
    takesOver("60 % throttled");
    tables.set(Mode.PASSES);
  }

  private void takesOver(String what) {
    String prefix = "x" + what.charAt(0) + "-";
    WorkerProcess leader = start("leader" + prefix);
    Load load = Load.start(system, prefix);
    system.await(() -> "no events", () -> arrivals(prefix) > 0);
    WorkerProcess follower = start("follower" + prefix);
    system.await(() -> "no share", () -> follower.leases() > 0);
    awaitMore(load, 20);
    Instant killed = Instant.now();
    leader.kill();
    Duration took = awaitAll(load, prefix, killed);
    report(what + ", failover " + FAILOVER + " ms, leader killed, all again after", took);
    List<Received> received = settled(load, prefix);
    report(what + ", twice", duplicates(received));
    follower.kill();
    assertThat(took).as("needs an idle machine").isLessThan(TAKE_OVER);
  }
}

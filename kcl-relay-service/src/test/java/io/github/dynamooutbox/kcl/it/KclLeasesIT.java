package io.github.dynamooutbox.kcl.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.TestTool;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Leases that move: to other workers, to child shards, and from dead workers. */
@Tag("long")
class KclLeasesIT extends LongCase {
  /** As computed for an idle machine; three times the failover time, 15 seconds, are promised. */
  private static final Duration TAKE_OVER = Duration.ofSeconds(12);

  /** Two reads of the stream's shards, 15 seconds apart, and one of the lease table. */
  private static final Duration NOTICED = Duration.ofSeconds(36);

  /** Far more than with synchronised clocks, and longer than workers wait for each other. */
  private static final Duration SKEW = Duration.ofSeconds(30);

  @Test
  void anotherWorkerPublishesSoonAfterTheLeaderWasKilled() {
    WorkerProcess leader = system.start("leader");
    Load load = Load.start(system, "k-");
    system.await(() -> "no events", () -> arrivals("k-") > 0);
    WorkerProcess follower = system.start("follower");
    system.await(() -> "no follower", () -> follower.answers("/health/ready", "200"));
    awaitMore(load, 20);
    Instant killed = Instant.now();
    leader.kill();
    Duration took = awaitAll(load, "k-", killed);
    List<Received> received = settled(load, "k-");
    report("leader killed, every shard is published again after", took);

    withinWhatWasInFlight(received, killed);
    assertThat(took).as("needs an idle machine").isLessThan(TAKE_OVER);
    stop(follower);
  }

  @Test
  void twoWorkersShareTheShardsOfAStream() {
    WorkerProcess first = system.start("first");
    Load load = Load.start(system, "s-");
    system.await(() -> "the first lacks leases", () -> first.answers("/metrics", "leases 4.0"));
    WorkerProcess second = system.start("second");
    Instant started = Instant.now();
    system.await(() -> "the second has no lease", () -> second.leases() > 0);
    report("second worker has leases after", Duration.between(started, Instant.now()));
    awaitMore(load, 100);
    report("leases 20 s later", first.leases() + " and " + second.leases());

    assertThat(first.leases() + second.leases()).isEqualTo(4);
    List<Received> received = settled(load, "s-");
    report("shared, twice", duplicates(received));
    withinMoves(received, first, second);
    stop(second);
    stop(first);
  }

  @Test
  void aShardWhoseLeaseIsDeletedIsCountedAndReadAgain() {
    WorkerProcess worker = system.start("only");
    Load load = Load.start(system, "g-");
    system.await(() -> "it lacks leases", () -> worker.answers("/metrics", "leases 4.0"));
    system.await(() -> "no events", () -> arrivals("g-") > 0);
    Map<String, AttributeValue> lease =
        system.dynamoDb.scan(scan -> scan.tableName(KclSystem.APPLICATION)).items().get(0);
    system.dynamoDb.deleteItem(
        delete ->
            delete.tableName(KclSystem.APPLICATION).key(Map.of("leaseKey", lease.get("leaseKey"))));
    Instant gone = Instant.now();
    system.await(worker::tail, () -> worker.answers("/metrics", "outbox_shards_unowned 1.0"));
    Duration counted = Duration.between(gone, Instant.now());
    Duration took = awaitAll(load, "g-", gone);
    system.await(worker::tail, () -> worker.answers("/metrics", "outbox_shards_unowned 0.0"));
    report("lease gone, counted after", counted);
    report("lease gone, every shard is published again after", took);

    assertThat(counted).isLessThan(NOTICED);
    assertThat(took).isLessThan(NOTICED.plus(TAKE_OVER));
    List<Received> received = settled(load, "g-");
    assertThat(received).allMatch(target -> target.outOfOrder() == 0);
    stop(worker);
  }

  @Test
  void finishesAShardBeforeTheShardsThatFollowIt() {
    useShards(1);
    Injection slow =
        system.faults().inject(When.on(Service.SNS), Fault.slow(Duration.ofMillis(300)));
    WorkerProcess first = system.start("first");
    WorkerProcess second = system.start("second");
    Load load = Load.start(system, "h-");
    system.await(() -> "no events", () -> arrivals("h-") > 0);
    awaitMore(load, 10);
    for (int children : new int[] {2, 1, 2}) {
      replaceShards(children);
      awaitMore(load, 50);
    }
    slow.cancel();
    List<Received> received = settled(load, "h-");

    report("split and rolled over, twice", duplicates(received));
    withinMoves(received, first, second);
    stop(second);
    stop(first);
  }

  @Test
  void losesNothingWhenTheClocksOfTwoWorkersDiffer(@TempDir Path work) throws Exception {
    SkewedClock clock = new SkewedClock(work);
    WorkerProcess behind = system.start(clock.by(SKEW.negated()), "behind");
    Load load = Load.start(system, "w-");
    system.await(() -> "no events", () -> arrivals("w-") > 0);
    WorkerProcess ahead = system.start(clock.by(SKEW), "ahead");
    system.await(() -> "none ahead", () -> ahead.answers("/health/ready", "200"));
    awaitMore(load, 20);
    report("leases behind and ahead", behind.leases() + " and " + ahead.leases());
    Instant first = Instant.now();
    behind.kill();
    report("the worker behind is killed, published again after", awaitAll(load, "w-", first));
    WorkerProcess next = system.start(clock.by(SKEW.negated()), "next");
    system.await(() -> "no next", () -> next.answers("/health/ready", "200"));
    awaitMore(load, 20);
    Instant second = Instant.now();
    ahead.kill();
    report("the worker ahead is killed, published again after", awaitAll(load, "w-", second));

    withinWhatWasInFlight(settled(load, "w-"), first, second);
    stop(next);
  }

  /** Shifts the wall clock of a process, with a library that is loaded before the C library. */
  private static final class SkewedClock {
    private static final Path COMPILER = Path.of("/usr/bin/gcc");
    private static final Path SOURCE = Path.of("src", "test", "resources", "skewed-clock.c");

    private final Path library;

    /** Skips the test where there is no compiler. */
    SkewedClock(Path directory) throws Exception {
      TestTool.GCC.require(
          Files.exists(COMPILER), "there is no " + COMPILER, TestAbortedException::new);
      library = directory.resolve("skewed-clock.so").toAbsolutePath();
      Process compiler =
          new ProcessBuilder(
                  COMPILER.toString(),
                  "-shared",
                  "-fPIC",
                  "-O1",
                  "-o",
                  library.toString(),
                  SOURCE.toString(),
                  "-ldl")
              .inheritIO()
              .start();
      assertThat(compiler.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(compiler.exitValue()).isZero();
    }

    /** Additional environment variables of a worker. */
    Map<String, String> by(Duration skew) {
      return Map.of(
          "LD_PRELOAD", library.toString(), "SKEW_SECONDS", Long.toString(skew.toSeconds()));
    }
  }
}

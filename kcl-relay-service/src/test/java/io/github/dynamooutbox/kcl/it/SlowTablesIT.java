package io.github.dynamooutbox.kcl.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.kcl.settings.WorkerSettings;
import io.github.dynamooutbox.localaws.FaultyGateway;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** How long a take-over takes, also while the workers' tables are slow or throttled. */
class SlowTablesIT extends LongCase {
  private static final int DEFAULT = (int) WorkerSettings.DEFAULT_FAILOVER.toMillis();

  /** Until then something is published again, or it is said not to be. */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final int TRIES = 3;

  private final FaultyGateway tables = new FaultyGateway(system.streamsEndpoint());
  private int started;

  @AfterEach
  void closeGateway() {
    tables.close();
  }

  private WorkerProcess start(int failoverMillis) {
    return system.start(
        Map.of("AWS_ENDPOINT_URL_DYNAMODB", tables.endpoint().toString()),
        "worker-" + ++started,
        "--failover-millis",
        Integer.toString(failoverMillis));
  }

  private static int lost(WorkerProcess... workers) {
    return List.of(workers).stream().mapToInt(worker -> worker.leasesLost().size()).sum();
  }

  @Test
  @Tag("long")
  void answersThatAreLateByMoreThanASecondCostNoLease() {
    WorkerProcess first = start(DEFAULT);
    Load load = Load.start(system, "y-");
    system.await(() -> "no events", () -> arrivals("y-") > 0);
    WorkerProcess second = start(DEFAULT);
    system.await(() -> "no share", () -> second.leases() > 0);
    awaitMore(load, 25);
    int before = lost(first, second);
    Instant slow = Instant.now();
    StrainedTables.VERY_LATE.apply(tables);
    awaitMore(load, 150);
    StrainedTables.AS_USUAL.apply(tables);
    int lost = lost(first, second) - before;
    report("every answer 1.2 s late for 30 s: leases lost", lost);
    List<Received> received = settled(load, "y-");
    report("its longest pause", received.stream().map(each -> each.longestPause(slow)).toList());
    report("slow, twice", duplicates(received));
    assertThat(lost).isZero();
    stop(first);
    stop(second);
  }

  /** Of up to five deaths, because the machine may do something else during one. */
  @Test
  @Tag("full")
  void aDeadLeaderIsReplacedWithinThreeFailoverTimes() {
    Duration bound = WorkerSettings.DEFAULT_FAILOVER.multipliedBy(3);
    Optional<Duration> took = Optional.empty();
    for (int i = 0; i < TRIES && took.filter(each -> each.compareTo(bound) <= 0).isEmpty(); i++) {
      took = takeOver(DEFAULT, StrainedTables.AS_USUAL, "d%d-".formatted(i));
    }
    assertThat(took).isPresent();
    assertThat(took.orElseThrow()).isLessThanOrEqualTo(bound);
  }

  static Stream<Arguments> settings() {
    return IntStream.of(3_000, DEFAULT, 10_000)
        .boxed()
        .flatMap(
            failover ->
                Stream.of(StrainedTables.values()).map(strain -> Arguments.of(failover, strain)));
  }

  @ParameterizedTest
  @MethodSource("settings")
  @Tag("long")
  void nothingIsLostWhenTheLeaderDies(int failoverMillis, StrainedTables strain) {
    Optional<Duration> unused = takeOver(failoverMillis, strain, "x-");
  }

  /**
   * Kills the leader of two workers, and measures until every order is published again, without the
   * time in which this machine did something else.
   *
   * @return empty if an order is not before the limit
   */
  private Optional<Duration> takeOver(int failoverMillis, StrainedTables strain, String prefix) {
    WorkerProcess leader = start(failoverMillis);
    Load load = Load.start(system, prefix);
    system.await(() -> "no events", () -> arrivals(prefix) > 0);
    WorkerProcess follower = start(failoverMillis);
    system.await(() -> "no share", () -> follower.leases() > 0 && leader.leases() > 0);
    strain.apply(tables);
    awaitMore(load, 25);
    int before = lost(leader, follower);
    Instant killed = Instant.now();
    leader.kill();
    int version = load.version() + 1;
    Stolen stolen = new Stolen();
    boolean again =
        stolen.waitFor(
            LIMIT,
            () ->
                Received.all(system.aws, prefix).stream()
                    .allMatch(each -> each.hasSince(Load.ORDERS, version)));
    Duration took = Duration.between(killed, Instant.now()).minus(stolen.time());
    StrainedTables.AS_USUAL.apply(tables);
    List<Received> received = settled(load, prefix);
    report(
        "failover %d ms, %s: all again after".formatted(failoverMillis, strain),
        (again ? took : "more than " + LIMIT)
            + ", machine away for "
            + stolen.time()
            + ", leases lost before %d, twice %s".formatted(before, duplicates(received)));
    follower.kill();
    return again ? Optional.of(took) : Optional.empty();
  }

  /** Waits, and adds up the time for which this process was not run although it was due. */
  private static final class Stolen {
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(25);

    /** A sleep is this much too long on an idle machine, at most. */
    private static final long USUAL = TimeUnit.MILLISECONDS.toNanos(5);

    private long nanos;

    boolean waitFor(Duration limit, BooleanSupplier condition) {
      long start = System.nanoTime();
      while (!condition.getAsBoolean()) {
        if (System.nanoTime() - start - nanos > limit.toNanos()) {
          return false;
        }
        long before = System.nanoTime();
        try {
          TimeUnit.NANOSECONDS.sleep(PAUSE);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return false;
        }
        nanos += Math.max(0, System.nanoTime() - before - PAUSE - USUAL);
      }
      return true;
    }

    Duration time() {
      return Duration.ofNanos(nanos);
    }
  }
}

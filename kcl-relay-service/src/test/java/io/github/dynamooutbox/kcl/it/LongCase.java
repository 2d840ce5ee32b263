package io.github.dynamooutbox.kcl.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/**
 * A test that takes minutes; most are tagged {@code long} and run with {@code -Pkcl-long}. Each
 * case commits about a hundred events a second while something happens to the workers, and then
 * checks what is lost (nothing), out of order (nothing), and published twice: nothing if workers
 * hand over in order; after a crash at most what was published since the last checkpoint.
 */
@Timeout(600)
abstract class LongCase {
  /**
   * Checkpoints are a second apart, and one under load is written within another: what was
   * published in that time and the one before may be published again.
   */
  static final Duration SINCE_CHECKPOINT = Duration.ofSeconds(3);

  /** The three seconds above, and the one in which both workers publish. */
  private static final int PUBLISHED_IN_FOUR_SECONDS = 4 * 5 * Load.ORDERS;

  /** A process that was killed may have sent its last requests just before. */
  static final Duration END = Duration.ofMillis(200);

  KclSystem system = new KclSystem(4);

  @AfterEach
  void stopSystem() {
    system.close();
  }

  void useShards(int shards) {
    system.close();
    system = new KclSystem(shards);
  }

  void replaceShards(int children) {
    system.stream.orElseThrow().replace(children);
  }

  /** Waits until every order committed after this crash has arrived at every target. */
  Duration awaitAll(Load load, String prefix, Instant crash) {
    int version = load.version() + 1;
    system.await(
        () -> "no worker took over",
        () ->
            Received.all(system.aws, prefix).stream()
                .allMatch(target -> target.hasSince(Load.ORDERS, version)));
    return Duration.between(crash, Instant.now());
  }

  /** Waits until each order has this many more versions. */
  void awaitMore(Load load, int versions) {
    int until = load.version() + versions;
    system.await(() -> "no load", () -> load.version() >= until);
  }

  int arrivals(String prefix) {
    return Received.all(system.aws, prefix).stream()
        .mapToInt(t -> t.arrivals().size())
        .min()
        .orElseThrow();
  }

  List<Received> settled(Load load, String prefix) {
    return system.awaitOrders(prefix, Load.ORDERS, load.end());
  }

  static List<Integer> duplicates(List<Received> received) {
    return received.stream().map(Received::duplicates).toList();
  }

  static void withinWhatWasInFlight(List<Received> received, Instant... crashes) {
    report("after a crash, twice", duplicates(received));
    assertThat(received)
        .allSatisfy(
            target ->
                assertThat(target.duplicates())
                    .as(target.target())
                    .isLessThanOrEqualTo(
                        Stream.of(crashes)
                            .mapToInt(
                                at -> target.between(at.minus(SINCE_CHECKPOINT), at.plus(END)))
                            .sum()));
  }

  /** For leases that move between live workers: both publish until the old owner notices. */
  static void withinMoves(List<Received> received, WorkerProcess... workers) {
    long moves = Stream.of(workers).mapToLong(worker -> worker.leasesLost().size()).sum();
    report("leases moved", moves);
    assertThat(received)
        .allMatch(target -> target.duplicates() <= moves * PUBLISHED_IN_FOUR_SECONDS);
  }

  static void report(String what, Object value) {
    System.out.println(what + ": " + value);
  }

  static void stop(WorkerProcess worker) {
    worker.terminate();
    assertThat(worker.awaitExit(Duration.ofSeconds(25))).as(worker.tail()).isZero();
  }
}

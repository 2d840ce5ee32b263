package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Relays and redrivers of one shard at the same time, with real threads: nothing is lost, lanes
 * keep their order, counts are right at every moment. {@code -Doutbox.race.rounds=1000} runs more
 * rounds; {@code -Doutbox.race.seed=42} starts with that seed.
 */
class ParkingRacesIT {
  private final int rounds = Integer.getInteger("outbox.race.rounds", 15);
  private final long firstSeed = Long.getLong("outbox.race.seed", new Random().nextInt(1_000_000));

  @RegisterExtension static final LocalControlTable table = new LocalControlTable();

  private ExecutorService threads;

  @BeforeEach
  void start() {
    threads = Executors.newCachedThreadPool();
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void relaysAndRedriversOfOneShardDoNotRace() {
    int accepted = 0;
    int closedSeen = 0;
    int failed = 0;
    for (long seed = firstSeed; seed < firstSeed + rounds; seed++) {
      RaceRound round = new RaceRound(table, seed);
      try {
        round.run(threads);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
      accepted += round.accepted();
      closedSeen += round.closedSeen();
      failed += round.failedRedrives();
    }
    System.out.printf(
        "%d rounds from seed %d: %d publications, closed lanes seen %d times, %d redrives interrupted%n",
        rounds, firstSeed, accepted, closedSeen, failed);
    assertThat(closedSeen).as("closed lanes seen").isGreaterThan(rounds / 4);
  }
}

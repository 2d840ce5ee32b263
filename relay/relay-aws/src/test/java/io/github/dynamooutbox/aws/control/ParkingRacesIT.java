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
 * Relays and redrives of one shard at the same time, with real threads: nothing is lost, and lanes
 * keep their order. {@code -Doutbox.race.rounds=1000} runs more rounds; {@code
 * -Doutbox.race.seed=42} starts with that seed.
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
  void relaysAndRedrivesOfOneShardDoNotRace() {
    int accepted = 0;
    int queues = 0;
    int busy = 0;
    for (long seed = firstSeed; seed < firstSeed + rounds; seed++) {
      RaceRound round = new RaceRound(table, seed);
      try {
        round.run(threads);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
      accepted += round.accepted();
      queues += round.queuesSeen();
      busy += round.busySeen();
    }
    System.out.printf(
        "%d rounds from seed %d: %d publications, %d queues redriven, %d parts busy%n",
        rounds, firstSeed, accepted, queues, busy);
    assertThat(queues).as("queues redriven").isGreaterThan(rounds / 4);
  }
}

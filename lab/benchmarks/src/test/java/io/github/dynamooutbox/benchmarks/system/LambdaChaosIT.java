package io.github.dynamooutbox.benchmarks.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.benchmarks.system.LambdaChaos.ChaosRound;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * {@code lab/benchmarks/run chaos --relay lambda} plays any number of rounds, with all kinds of
 * trouble.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LambdaChaosIT {
  private static final Path FUNCTION =
      Path.of(System.getProperty("outbox.function.jar", "not set"));

  @Test
  void threeShortRoundsLoseNothingAndRepeatNoMoreThanWasInFlight() throws InterruptedException {
    try (LambdaChaos chaos = new LambdaChaos(FUNCTION, 1, 1, LambdaChaosIT::print)) {
      assertThat(chaos.playShort()).hasSize(3).allMatch(ChaosRound::holds);
    }
  }

  private static void print(ChaosRound round) {
    System.out.println(round);
  }
}

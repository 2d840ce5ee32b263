package io.github.dynamooutbox.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.benchmarks.LambdaChaos.Round;
import io.github.dynamooutbox.benchmarks.LambdaChaos.Trouble;
import java.nio.file.Path;
import java.util.List;
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
    try (LambdaChaos chaos = new LambdaChaos(FUNCTION, 1)) {
      for (Trouble trouble :
          List.of(Trouble.FUNCTION_KILLED, Trouble.TARGET_ANSWERS_LOST, Trouble.CONSUMER_KILLED)) {
        Round round = chaos.play(trouble);
        System.out.println(round);
        assertThat(round).matches(Round::holds);
      }
    }
  }
}

package io.github.dynamooutbox.relay.internal.redrive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AllowanceTest {
  private static final Duration PAUSE = Duration.ofNanos(300_000);

  private Instant now = Instant.EPOCH;

  @Test
  void allowsWhatItSaysHoweverOftenItIsAsked() {
    Allowance allowance = new Allowance(50, () -> now);
    int taken = 0;
    while (now.isBefore(Instant.EPOCH.plusSeconds(20))) {
      now = now.plus(PAUSE);
      taken += allowance.take(10);
    }
    assertThat(taken).isBetween(999, 1_001);
  }

  @Test
  void pauseIsNotMadeUpFor() {
    Allowance allowance = new Allowance(50, () -> now);
    now = now.plusSeconds(60);
    assertThat(allowance.take(1_000)).isEqualTo(50);
    assertThat(allowance.take(1_000)).isZero();
  }
}

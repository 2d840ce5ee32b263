package io.github.dynamooutbox.relay.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dynamooutbox.format.DurationText;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {
  private static final Duration BASE = Duration.ofMillis(50);
  private static final Duration CAP = Duration.ofSeconds(5);

  @ParameterizedTest
  @CsvSource({"0, 50", "1, 50", "2, 100", "3, 200", "7, 3200", "8, 5000", "9, 5000", "500, 5000"})
  void theLongestWaitDoublesUpToTheCap(int attempts, long millis) {
    assertThat(longest(BASE, CAP).delayAfter(attempts)).isEqualTo(Duration.ofMillis(millis));
  }

  @Test
  void theShortestWaitIsNone() {
    assertThat(new Backoff(BASE, CAP, random(0)).delayAfter(5)).isZero();
  }

  @Test
  void aBaseThatCannotBeDoubledThatOftenWaitsForTheCap() {
    Duration years = Duration.ofDays(3650);
    assertThat(longest(Duration.ofDays(365), years).delayAfter(31)).isEqualTo(years);
    assertThat(longest(Duration.ofHours(2), years).delayAfter(100)).isEqualTo(years);
  }

  @Test
  void baseAndCapMayBeTheSame() {
    assertThat(longest(BASE, BASE).delayAfter(3)).isEqualTo(BASE);
  }

  @Test
  void boundsThatMakeNoSenseAreRefused() {
    assertRefused(Duration.ZERO, CAP);
    assertRefused(BASE.negated(), CAP);
    assertRefused(CAP, BASE);
  }

  private static void assertRefused(Duration base, Duration cap) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> longest(base, cap))
        .withMessage(
            "backoff: base %s must be positive and not above cap %s",
            DurationText.of(base), DurationText.of(cap));
  }

  private static Backoff longest(Duration base, Duration cap) {
    return new Backoff(base, cap, random(1));
  }

  /** The least value of each range, or the greatest. */
  private static RandomGenerator random(int which) {
    return new RandomGenerator() {
      @Override
      public long nextLong() {
        throw new UnsupportedOperationException();
      }

      @Override
      public long nextLong(long bound) {
        return which * (bound - 1);
      }
    };
  }
}

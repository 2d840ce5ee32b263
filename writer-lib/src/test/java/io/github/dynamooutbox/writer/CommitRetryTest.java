package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CommitRetryTest {
  private final CommitRetry retry =
      new CommitRetry(6, Duration.ofMillis(10), Duration.ofMillis(50));

  @Test
  void pausesAreAnywhereBetweenNothingAndABoundThatDoubles() {
    int[] bounds = {10, 20, 40, 50, 50};
    for (int failed = 1; failed <= bounds.length; failed++) {
      assertThat(pauses(failed).min(Duration::compareTo).orElseThrow())
          .isLessThan(Duration.ofMillis(bounds[failed - 1]).dividedBy(50));
      assertThat(pauses(failed).max(Duration::compareTo).orElseThrow())
          .isBetween(
              Duration.ofMillis(bounds[failed - 1]).multipliedBy(49).dividedBy(50),
              Duration.ofMillis(bounds[failed - 1]));
    }
  }

  private Stream<Duration> pauses(int failed) {
    Random random = new Random(42);
    return IntStream.range(0, 1000).mapToObj(i -> retry.pause(failed, random));
  }

  @Test
  void defaultsStayBelowTheirPromise() {
    CommitRetry defaults = CommitRetry.defaults();
    Duration together = Duration.ZERO;
    for (int failed = 1; failed < defaults.attempts(); failed++) {
      together = together.plus(longest(defaults, failed));
    }
    assertThat(together).isLessThan(Duration.ofMillis(2300));
  }

  private static Duration longest(CommitRetry retry, int failed) {
    Random random = new Random(42);
    return IntStream.range(0, 1000)
        .mapToObj(i -> retry.pause(failed, random))
        .max(Duration::compareTo)
        .orElseThrow();
  }

  @Test
  void settingsThatMakeNoSense() {
    Duration second = Duration.ofSeconds(1);
    assertInvalid(() -> new CommitRetry(0, second, second), "attempts is 0");
    assertInvalid(() -> new CommitRetry(1, second.negated(), second), "must not be negative");
    assertInvalid(
        () -> new CommitRetry(1, second, Duration.ZERO), "nor the longest below the first");
  }

  @Test
  void pausesThatCouldOutliveDynamoDbsMemoryOfTheToken() {
    assertInvalid(
        () -> new CommitRetry(400, Duration.ofSeconds(1), Duration.ofSeconds(1)),
        "400 attempts with pauses of up to PT1S can take longer than PT5M");
  }

  private static void assertInvalid(Runnable call, String message) {
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(call::run)
        .withMessageContaining(message);
  }
}

package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CommitRetryTest {
  private static final RandomGenerator LONGEST = new LongestPauses();

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
  void noneIsOneAttempt() {
    assertThat(CommitRetry.none()).isEqualTo(new CommitRetry(1, Duration.ZERO, Duration.ZERO));
  }

  @Test
  void boundNeverExceedsTheLongest() {
    CommitRetry slow = new CommitRetry(30, Duration.ofMillis(10), Duration.ofMillis(30));
    assertThat(IntStream.rangeClosed(1, 5).mapToObj(failed -> slow.pause(failed, LONGEST)))
        .containsExactly(
            Duration.ofMillis(10),
            Duration.ofMillis(20),
            Duration.ofMillis(30),
            Duration.ofMillis(30),
            Duration.ofMillis(30));
    assertThat(slow.pause(Integer.MAX_VALUE, LONGEST)).isEqualTo(Duration.ofMillis(30));
    assertThat(CommitRetry.none().pause(100, LONGEST)).isZero();
  }

  @Test
  void settingsAtTheirLimitsAreTaken() {
    Duration second = Duration.ofSeconds(1);
    assertThat(new CommitRetry(300, second, second).attempts()).isEqualTo(300);
    assertInvalid(() -> new CommitRetry(301, second, second), "301 attempts");
    assertThat(new CommitRetry(1, Duration.ZERO, Duration.ofMinutes(5)).longestPause())
        .isEqualTo(Duration.ofMinutes(5));
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
        "400 attempts with pauses of up to 1 s can take longer than 5 min");
  }

  private static void assertInvalid(Runnable call, String message) {
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(call::run)
        .withMessageContaining(message);
  }
}

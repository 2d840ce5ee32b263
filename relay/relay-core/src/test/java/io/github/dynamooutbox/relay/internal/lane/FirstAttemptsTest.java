package io.github.dynamooutbox.relay.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.internal.lane.Delivery.FirstAttempts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FirstAttemptsTest {
  private final FirstAttempts attempts = new FirstAttempts();

  @ParameterizedTest
  @CsvSource({"4, 0,", "0, 4,", "2, 2,", "5, 0, true", "0, 5, false", "3, 2, true", "2, 3, false"})
  void fiveTellWhetherATargetAcceptsMost(int accepted, int failed, Boolean most) {
    count(accepted, failed);

    assertThat(attempts.mostAcceptedSince(new FirstAttempts.Counts(0, 0)).orElse(null))
        .isEqualTo(most);
  }

  @Test
  void halfIsNotMost() {
    count(3, 3);

    assertThat(attempts.mostAcceptedSince(new FirstAttempts.Counts(0, 0))).contains(false);
  }

  @Test
  void whatWasBeforeDoesNotCount() {
    count(100, 50);
    FirstAttempts.Counts then = attempts.now();
    count(1, 3);
    assertThat(attempts.mostAcceptedSince(then)).isEmpty();
    count(0, 1);

    assertThat(attempts.mostAcceptedSince(then)).contains(false);
  }

  private void count(int accepted, int failed) {
    for (int i = 0; i < accepted; i++) {
      attempts.accepted();
    }
    for (int i = 0; i < failed; i++) {
      attempts.failed();
    }
  }
}

package io.github.dynamooutbox.relay.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrialTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final Trial trial = new Trial();
  private Instant now = START;

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 20, 200})
  void aTargetThatTakesANumberASecondIsOne(int taken) {
    for (int second = 0; second < 3_600; second++) {
      second(sent(3 * taken), taken);
      assertThat(trial.isRate()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.1, 0.3})
  void oneThatTakesAShareIsKnownWithinHalfAnHourAtTheLeastPace(double share) {
    Random random = new Random(1);
    for (int second = 0; second < 1_800; second++) {
      share(6, share, random);
    }
    assertThat(trial.isRate()).isFalse();
  }

  @Test
  void changesItsMindWhenTheTargetDoes() {
    Random random = new Random(2);
    for (int second = 0; second < 600; second++) {
      share(60, 0.2, random);
    }
    assertThat(trial.isRate()).isFalse();
    for (int second = 0; second < 300; second++) {
      second(sent(60), 20);
    }
    assertThat(trial.isRate()).isTrue();
  }

  @Test
  void oneRoundAloneDecidesNothing() {
    for (int second = 0; second < 40; second++) {
      int sent = sent(600);
      second(sent, second < 20 ? sent / 2 : 300);
    }
    assertThat(trial.isRate()).isTrue();
  }

  @Test
  void aShareThatChangesIsNotTakenForANumber() {
    Random random = new Random(4);
    double share = 0.1;
    int mistaken = 0;
    for (int second = 0; second < 6_000; second++) {
      if (second % 10 == 0) {
        share = random.nextBoolean() ? 0.1 : 0.4;
      }
      share(60, share, random);
      mistaken += second >= 600 && trial.isRate() ? 1 : 0;
    }
    assertThat(mistaken).isZero();
  }

  /** Twice as many seconds without anything to send say nothing about the target. */
  @Test
  void onlySecondsInWhichSomethingWasSentCount() {
    for (int second = 0; second < 3_600; second++) {
      if (Trial.isLow(now) && second % 3 > 0) {
        now = now.plusSeconds(1);
      } else {
        second(sent(30), 10);
      }
      assertThat(trial.isRate()).isTrue();
    }
  }

  @Test
  void sendsLessForHalfOfTheTimeAndInStepWithNoMinute() {
    int[] low = new int[6];
    int all = 0;
    for (int minute = 0; minute < 512; minute++) {
      for (int part = 0; part < 6; part++) {
        int isLow = Trial.isLow(START.plusSeconds(60L * minute + 10L * part)) ? 1 : 0;
        low[part] += isLow;
        all += isLow;
      }
    }
    assertThat(all).isEqualTo(512 * 3);
    for (int times : low) {
      assertThat(times).isBetween(128, 384);
    }
  }

  private int sent(int usual) {
    return Math.max(1, usual * (Trial.isLow(now) ? 2 : 4) / 3);
  }

  private void share(int usual, double share, Random random) {
    int sent = sent(usual);
    int accepted = 0;
    for (int i = 0; i < sent; i++) {
      accepted += random.nextDouble() < share ? 1 : 0;
    }
    second(sent, accepted);
  }

  private void second(int sent, int accepted) {
    trial.answered(now, sent, Math.min(sent, accepted));
    now = now.plusSeconds(1);
  }
}

package io.github.dynamooutbox.relay.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.internal.lane.Pace.Answer;
import java.time.Duration;
import java.time.Instant;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private Instant now = START;
  private int sentSoFar;
  private final Pace pace = new Pace(() -> now);

  @Test
  void limitsNothingUntilTheTargetThrottles() {
    pace.sent(1_000);
    pace.answered(new Answer(900, 100, 0));

    assertThat(pace.isLimited()).isFalse();
    assertThat(pace.allowance()).isEqualTo(Integer.MAX_VALUE);
    assertThat(pace.troubledSince()).as("it failed some").contains(START);
  }

  @Test
  void sendsTwiceWhatWasAcceptedLately() {
    assertThat(attempts(40)).isCloseTo(2 * 40, Offset.offset(4.0));
  }

  @Test
  void neverSendsLessThanTheFloor() {
    assertThat(attempts(0)).isCloseTo(Pace.LEAST, Offset.offset(0.2));
  }

  /** It accepts three tenths of all attempts, however many these are. */
  @Test
  void limitsNothingMoreOnceItIsKnownThatSendingLessDoesNotHelp() {
    int unlimited = 0;
    for (int tick = 0; tick < 60_000; tick++) {
      int most = Math.min(20, pace.allowance());
      unlimited += tick >= 50_000 && !pace.isLimited() ? 1 : 0;
      pace.sent(most);
      int accepted = (sentSoFar + most) * 3 / 10 - sentSoFar * 3 / 10;
      sentSoFar += most;
      if (most > 0) {
        pace.answered(new Answer(accepted, most - accepted, most - accepted));
      }
      now = now.plusMillis(10);
    }
    assertThat(pace.isRate()).isFalse();
    assertThat(unlimited)
        .as("half of the time, to find out whether it is still so")
        .isEqualTo(5_000);
  }

  @Test
  void remembersWhetherATargetInTroubleAcceptsSome() {
    pace.answered(new Answer(7, 0, 0));
    pace.answered(new Answer(0, 1, 1));
    assertThat(pace.acceptsSome()).as("only before").isFalse();
    pace.answered(new Answer(1, 1, 1));
    assertThat(pace.acceptsSome()).isTrue();
    pace.answered(new Answer(0, 1, 1));
    assertThat(pace.acceptsSome()).as("in the same trouble").isTrue();
    now = now.plusSeconds(120);
    pace.answered(new Answer(0, 1, 1));
    assertThat(pace.acceptsSome()).as("in another").isFalse();
  }

  /** What is new to a target that is failing now is not held back for a moment first. */
  @Test
  void knowsWhetherTheTargetIsFailingOrHasBeenAWhileAgo() {
    Duration moment = Duration.ofSeconds(1);
    assertThat(pace.hasFailedWithin(moment)).isFalse();

    pace.answered(new Answer(3, 1, 1));
    assertThat(pace.hasFailedWithin(moment)).isTrue();
    now = now.plus(moment);
    assertThat(pace.troubledSince()).isPresent();
    assertThat(pace.hasFailedWithin(moment)).isFalse();
  }

  @Test
  void waitsForNoLongerThanUntilTheNextMayBeSent() {
    pace.answered(new Answer(0, 1, 1));
    assertThat(pace.allowance()).isZero();
    Duration next = pace.untilNext();
    assertThat(next).isCloseTo(Duration.ofMillis(250), Duration.ofMillis(1));
    now = now.plus(next);
    assertThat(pace.allowance()).isOne();
    now = now.plusSeconds(20);
    assertThat(pace.allowance()).as("nothing is saved up").isOne();
  }

  @Test
  void isFreeHalfAMinuteAfterTheLastRefusal() {
    pace.answered(new Answer(0, 1, 1));
    now = now.plusSeconds(10);
    pace.answered(new Answer(0, 1, 1));
    now = now.plusMillis(29_999);
    assertThat(pace.isLimited()).isTrue();
    assertThat(pace.troubledSince()).contains(START);
    now = now.plusMillis(1);
    assertThat(pace.isLimited()).isFalse();
    now = now.plusSeconds(90);
    assertThat(pace.troubledSince()).isEmpty();
    pace.answered(new Answer(0, 1, 0));
    assertThat(pace.troubledSince()).as("anew").contains(now);
    assertThat(pace.isLimited()).as("it does not throttle").isFalse();
  }

  @Test
  void targetIsNoLongerInTroubleAMinuteAfterItsLastFailure() {
    pace.answered(new Answer(0, 1, 1));
    now = now.plusMillis(59_999);
    pace.answered(new Answer(5, 0, 0));
    assertThat(pace.troubledSince()).contains(START);
    now = now.plusMillis(1);
    assertThat(pace.troubledSince()).isEmpty();
  }

  /** Attempts a second, while a target accepts so many a second. */
  private double attempts(int accepted) {
    int sent = 0;
    for (int tick = 0; tick < 8_000; tick++) {
      if (tick % 10 == 0) {
        pace.answered(new Answer(accepted / 10, 1, 1));
      }
      int most = pace.allowance();
      pace.sent(most);
      sent += tick >= 4_000 ? most : 0;
      now = now.plusMillis(10);
    }
    return sent / 40.0;
  }

  @Test
  void aClockThatIsPutBackLimitsNothingFurther() {
    pace.answered(new Answer(0, 1, 1));
    now = now.minusSeconds(600);
    pace.allowance();
    now = now.plusSeconds(1);
    assertThat(pace.allowance()).isOne();
  }
}

package io.github.dynamooutbox.relay.internal.redrive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** When queues may be started, and when the relays are told that a target accepts events. */
class GateTest {
  private static final Instant NOW = Instant.parse("2026-11-21T10:15:30Z");
  private static final Instant NEXT = NOW.plusSeconds(3);

  private final Gate gate = new Gate(4);

  @Test
  void admitsAnyNumberOfQueuesWhileTheTargetIsNotDown() {
    gate.pageFailed(false, NEXT);
    gate.pageFailed(false, NEXT);

    assertThat(gate.isDown()).isFalse();
    assertThat(gate.admits(NOW)).isTrue();
    assertThat(gate.admits(NOW)).isTrue();
    assertThat(gate.isOpen()).isTrue();
  }

  @Test
  void admitsOneQueueAtATimeAndNotAtOnceWhileTheTargetIsDown() {
    gate.pageFailed(true, NEXT);

    assertThat(gate.isDown()).isTrue();
    assertThat(gate.isOpen()).isFalse();
    assertThat(gate.admits(NEXT.minusMillis(1))).isFalse();
    assertThat(gate.isOpen()).isFalse();
    assertThat(gate.admits(NEXT)).isTrue();
    assertThat(gate.isOpen()).as("the queue that is tried goes on").isTrue();
    assertThat(gate.admits(NEXT)).as("a second queue").isFalse();
  }

  @Test
  void admitsTheNextQueueWhenTheOneThatWasTriedHasEnded() {
    gate.pageFailed(true, NEXT);

    assertThat(gate.admits(NEXT)).isTrue();
    gate.tried();

    assertThat(gate.isOpen()).isFalse();
    assertThat(gate.admits(NEXT)).isTrue();
  }

  @Test
  void isNotDownOnceSomethingIsAccepted() {
    gate.pageFailed(true, NEXT);
    gate.pass(() -> {});
    gate.leaveFailed(true);

    assertThat(gate.isDown()).isFalse();
    assertThat(gate.admits(NOW)).isTrue();
    assertThat(gate.accepted()).isEqualTo(1);
  }

  @Test
  void marksAreDueAtOnceAndThenEveryFiveSeconds() {
    assertThat(gate.isMarkDue(NOW)).isTrue();
    assertThat(gate.isMarkDue(NOW)).isFalse();
    assertThat(gate.isMarkDue(NOW.plusMillis(4_999))).isFalse();
    assertThat(gate.isMarkDue(NOW.plusSeconds(5))).isTrue();
    assertThat(gate.isMarkDue(NOW.plusMillis(9_999))).isFalse();
    assertThat(gate.isMarkDue(NOW.plusSeconds(10))).isTrue();
  }
}

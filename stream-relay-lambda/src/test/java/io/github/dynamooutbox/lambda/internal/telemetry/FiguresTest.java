package io.github.dynamooutbox.lambda.internal.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.RelayObserver.SkipReason;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FiguresTest {
  private final Figures figures = new Figures();

  @Test
  void countsForEachTarget() {
    figures.published("bus", Duration.ofMillis(20));
    figures.published("bus", Duration.ofMillis(40));
    figures.retried("bus");
    figures.rejected("audit");
    figures.parked("audit");
    figures.finishedBefore("audit");
    figures.batchSent("bus", 2);

    Figures.OfTarget bus = figures.targets().get("bus");
    assertThat(bus.published).isEqualTo(2);
    assertThat(bus.retried).isEqualTo(1);
    assertThat(bus.ageMillis.values()).containsExactly(20, 40);
    assertThat(bus.ageMillis.max()).isEqualTo(40);
    assertThat(bus.batchEntries.values()).containsExactly(2);
    Figures.OfTarget audit = figures.targets().get("audit");
    assertThat(audit.published).isZero();
    assertThat(audit.rejected).isEqualTo(1);
    assertThat(audit.parked).isEqualTo(1);
    assertThat(audit.skipped).isEqualTo(1);
    assertThat(figures.hasAnyOfFunction()).isFalse();
  }

  @Test
  void countsWhatBelongsToNoTarget() {
    figures.skipped(SkipReason.DROPPED);
    figures.skipped(SkipReason.DROPPED);
    figures.inverted();
    figures.halted();
    figures.unrecorded(7);

    assertThat(figures.skipped()).containsEntry(SkipReason.DROPPED, 2L).hasSize(1);
    assertThat(figures.inversions()).isEqualTo(1);
    assertThat(figures.halts()).isEqualTo(1);
    assertThat(figures.unrecorded()).isEqualTo(7);
    assertThat(figures.hasAnyOfFunction()).isTrue();
  }

  @Test
  void countsHeartbeatsAndKnowsTheOldest() {
    figures.heartbeat(Duration.ofMillis(700));
    figures.heartbeat(Duration.ofMillis(-3));

    assertThat(figures.heartbeats()).isEqualTo(2);
    assertThat(figures.maxHeartbeatAgeMillis()).isEqualTo(700);
    assertThat(figures.hasAnyOfFunction()).isTrue();
  }

  @Test
  void takesAnEventFromAFastClockAsNew() {
    figures.published("bus", Duration.ofSeconds(-3));

    assertThat(figures.targets().get("bus").ageMillis.max()).isZero();
  }
}

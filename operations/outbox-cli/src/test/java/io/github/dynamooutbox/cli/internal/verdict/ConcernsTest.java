package io.github.dynamooutbox.cli.internal.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.operations.operate.OutboxStatus;
import io.github.dynamooutbox.operations.operate.ShardLag;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConcernsTest {
  private static final Instant NOW = Instant.parse("2026-11-21T03:00:00Z");

  @Test
  void isCalmWhenAHeartbeatHasJustArrived() {
    assertThat(concerns(Optional.of(beat(Duration.ofMinutes(1))))).isEmpty();
  }

  /** Whatever is green is seen to be so. */
  @Test
  void isNotCalmOnlyBecauseNothingIsHeard() {
    assertThat(concerns(Optional.empty()))
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.level()).isEqualTo(Concern.Level.WARNING);
              assertThat(each.what()).contains("nothing shows that the relay runs");
              assertThat(each.advice()).contains("there is no heartbeat in the table");
            });
    assertThat(concerns(Optional.of(beat(Duration.ofHours(3)))))
        .extracting(Concern::advice)
        .singleElement()
        .asString()
        .contains("the newest heartbeat is 3 h 0 min old");
  }

  /** A target is not called failing that has accepted what was parked. */
  @Test
  void isCalmAboutATargetThatAcceptsAgain() {
    assertThat(concerns(circuit(SavedCircuit.State.HALF_OPEN))).isEmpty();
    assertThat(concerns(circuit(SavedCircuit.State.FAILING))).hasSize(1);
  }

  private static SavedCircuit circuit(SavedCircuit.State state) {
    return new SavedCircuit(state, NOW.minusSeconds(3_600), 9, NOW, NOW, "");
  }

  private static OutboxStatus.Heartbeat beat(Duration age) {
    return new OutboxStatus.Heartbeat(NOW.minus(age), Optional.of(NOW.minus(age).plusSeconds(1)));
  }

  private static List<Concern> concerns(SavedCircuit circuit) {
    return concerns(Optional.of(beat(Duration.ofMinutes(1))), Map.of("bus", circuit));
  }

  private static List<Concern> concerns(Optional<OutboxStatus.Heartbeat> heartbeat) {
    return concerns(heartbeat, Map.of());
  }

  private static List<Concern> concerns(
      Optional<OutboxStatus.Heartbeat> heartbeat, Map<String, SavedCircuit> circuits) {
    OutboxStatus status =
        new OutboxStatus(
            NOW,
            List.of(new ShardLag("shard-1", Optional.empty(), Optional.empty())),
            circuits,
            List.of(),
            Optional.of(Map.of("bus", 0L)),
            Duration.ofMinutes(5),
            heartbeat);
    return new Concerns(status, List.of(), Set.of(), true, false).all();
  }
}

package io.github.dynamooutbox.relay.internal.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.internal.circuit.Circuit.State;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What circuits write for the next run, and what they take over from the last one. */
class CircuitsTest {
  private static final String BUS = "bus";
  private final List<Optional<SavedCircuit.State>> saved = new ArrayList<>();
  private final List<Runnable> durable = new ArrayList<>();
  private Optional<SavedCircuit> last = Optional.empty();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final Circuits circuits =
      new Circuits(
          Set.of(BUS),
          Set.of(BUS),
          Duration.ofMinutes(1),
          new Random(1),
          () -> now,
          RelayObserver.NONE,
          (change, done) -> {
            last = Optional.ofNullable(change.set().circuits().get(BUS));
            saved.add(
                Optional.ofNullable(change.set().circuits().get(BUS)).map(SavedCircuit::state));
            durable.add(done);
          });

  @Test
  void aTargetThatFailsAndAcceptsInTurnIsWrittenNowhere() {
    for (int i = 0; i < 1_000; i++) {
      fail(Duration.ofMillis(10));
      circuits.accepted(BUS);
    }
    circuits.close();

    assertThat(saved).isEmpty();
  }

  @Test
  void aFailureIsWrittenOnceItLastsAndThenOnlyTransitions() {
    for (int second = 0; second < 60; second++) {
      fail(Duration.ofSeconds(1));
    }
    assertThat(saved).containsExactly(Optional.of(SavedCircuit.State.FAILING));
    fail(Duration.ofSeconds(1));
    assertThat(circuits.state(BUS)).isEqualTo(State.OPEN);
    circuits.accepted(BUS);
    circuits.accepted(BUS);

    assertThat(saved)
        .containsExactly(
            Optional.of(SavedCircuit.State.FAILING),
            Optional.of(SavedCircuit.State.OPEN),
            Optional.of(SavedCircuit.State.HALF_OPEN),
            Optional.empty());
  }

  @Test
  void aRunThatEndsWhileItsTargetFailsWritesThat() {
    fail(Duration.ofSeconds(1));
    circuits.close();
    circuits.close();

    assertThat(saved).containsExactly(Optional.of(SavedCircuit.State.FAILING));
  }

  @Test
  void aViewThatWasReadBeforeTheCircuitWasWrittenDoesNotCloseIt() {
    circuits.restore(Map.of(), Map.of(), circuits.durable());
    open();
    Circuits.Durable before = circuits.durable();
    durable.forEach(Runnable::run);
    circuits.restore(Map.of(), Map.of(), before);

    assertThat(circuits.state(BUS)).isEqualTo(State.OPEN);
  }

  @Test
  void aCircuitThatSomebodyElseClosesIsClosed() {
    circuits.restore(Map.of(), Map.of(), circuits.durable());
    open();
    durable.forEach(Runnable::run);
    circuits.restore(Map.of(), Map.of(), circuits.durable());

    assertThat(circuits.state(BUS)).isEqualTo(State.CLOSED);
  }

  @Test
  void aBacklogThatARedriveHasEmptiedIsAProbeThatWasAccepted() {
    open();
    circuits.served(BUS);

    assertThat(circuits.state(BUS)).isEqualTo(State.HALF_OPEN);
  }

  @Test
  void aRedriveThatHasServedTheTargetSinceMakesTheCircuitHalfOpenOnce() {
    circuits.restore(Map.of(), Map.of(BUS, "run-1"), circuits.durable());
    open();
    circuits.restore(circuit(), Map.of(BUS, "run-1"), circuits.durable());
    assertThat(circuits.state(BUS)).as("it was served before").isEqualTo(State.OPEN);
    circuits.restore(circuit(), Map.of(BUS, "run-2"), circuits.durable());
    assertThat(circuits.state(BUS)).isEqualTo(State.HALF_OPEN);
    fail(Duration.ofSeconds(1));
    circuits.restore(circuit(), Map.of(BUS, "run-2"), circuits.durable());
    assertThat(circuits.state(BUS)).as("a probe has failed since").isEqualTo(State.OPEN);
    circuits.restore(circuit(), Map.of(BUS, "run-3"), circuits.durable());
    circuits.accepted(BUS);
    assertThat(circuits.state(BUS)).as("its own request was accepted").isEqualTo(State.CLOSED);
  }

  @Test
  void theNextRunKnowsWhichRedriveHadServedTheTargetWhenTheCircuitOpened() {
    circuits.restore(Map.of(), Map.of(BUS, "run-1"), circuits.durable());
    open();

    assertThat(stateOfNextRun("run-1")).isEqualTo(State.OPEN);
    assertThat(stateOfNextRun("run-2")).isEqualTo(State.HALF_OPEN);
  }

  /** The alarm on this age has to end although no event has gone to the target since. */
  @Test
  void theNextRunReportsTheTargetAsDownOnlyUntilARedriveHasServedIt() {
    circuits.restore(Map.of(), Map.of(BUS, "run-1"), circuits.durable());
    open();

    List<RelayEvent> events = new ArrayList<>();
    nextRun("run-1", events::add);
    assertThat(events).hasSize(1).allMatch(event -> event instanceof RelayEvent.StillDown);
    events.clear();
    nextRun("run-2", events::add);
    assertThat(events).isEmpty();
  }

  private State stateOfNextRun(String served) {
    return nextRun(served, RelayObserver.NONE).state(BUS);
  }

  private Circuits nextRun(String served, RelayObserver observer) {
    Circuits next =
        new Circuits(
            Set.of(BUS),
            Set.of(BUS),
            Duration.ofMinutes(1),
            new Random(1),
            () -> now,
            observer,
            (change, done) -> {});
    next.restore(circuit(), Map.of(BUS, served), next.durable());
    return next;
  }

  private Map<String, SavedCircuit> circuit() {
    return Map.of(BUS, last.orElseThrow());
  }

  @Test
  void longPausesDoNotDelayTheFindingThatATargetIsDown() {
    Duration usual = Duration.ofMinutes(5);
    assertThat(circuits.pause(BUS, usual)).isEqualTo(usual);
    fail(Duration.ofSeconds(1));
    assertThat(circuits.pause(BUS, usual)).isEqualTo(Duration.ofSeconds(15));
    assertThat(circuits.pause(BUS, Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(2));
    now = now.plusSeconds(52);
    assertThat(circuits.pause(BUS, usual)).as("when time is over").isEqualTo(Duration.ofSeconds(8));
    now = now.plusSeconds(7);
    assertThat(circuits.pause(BUS, usual)).isEqualTo(Duration.ofSeconds(5));
  }

  private void open() {
    for (int second = 0; second <= 60; second++) {
      fail(Duration.ofSeconds(1));
    }
    assertThat(circuits.state(BUS)).isEqualTo(State.OPEN);
  }

  private void fail(Duration later) {
    now = now.plus(later);
    circuits.failed(BUS, now, "DOWN");
  }
}

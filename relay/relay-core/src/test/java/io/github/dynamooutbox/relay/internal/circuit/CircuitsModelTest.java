package io.github.dynamooutbox.relay.internal.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.internal.circuit.Circuit.State;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whatever a target answers: what is saved of its circuit, and what the observer is told. */
class CircuitsModelTest {
  private static final int RUNS = 40;
  private static final String BUS = "bus";

  private final List<Optional<SavedCircuit>> saves = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void transitionsAreSavedOnceAndTold() {
    long seed = System.nanoTime();
    Set<State> met = new HashSet<>();
    for (int run = 0; run < RUNS; run++) {
      Random random = new Random(seed + run);
      saves.clear();
      Circuits circuits = circuits(random);
      int patience = 1 + random.nextInt(30);
      for (int step = 0; step < 300; step++) {
        State before = circuits.state(BUS);
        Instant probeBefore = circuits.probeAt(BUS);
        int saved = saves.size();
        told.clear();
        String done = step(random, patience, circuits);
        State after = circuits.state(BUS);
        met.add(after);
        String what =
            "seed %d, step %d: %s, %s -> %s".formatted(seed + run, step, done, before, after);

        boolean isOpened =
            after == State.OPEN
                && (before != State.OPEN || !circuits.probeAt(BUS).equals(probeBefore));
        assertThat(told).as(what).containsExactlyElementsOf(expected(circuits, before, isOpened));
        checkSaved(what, circuits, saved);
      }
    }
    assertThat(met).as("states").containsExactlyInAnyOrder(State.values());
  }

  private String step(Random random, int patience, Circuits circuits) {
    now = now.plusMillis(random.nextInt(12_000));
    if (random.nextInt(patience) == 0) {
      circuits.accepted(BUS);
      return "accepted";
    }
    if (random.nextInt(20) == 0) {
      circuits.served(BUS);
      return "served";
    }
    circuits.failed(BUS, now.minusMillis(random.nextInt(4_000)), "code" + now);
    return "failed";
  }

  private List<String> expected(Circuits circuits, State before, boolean isOpened) {
    List<String> expected = new ArrayList<>();
    if (before == State.FAILING && circuits.state(BUS) == State.OPEN) {
      expected.add("bus is down since " + circuits.since(BUS) + ": code" + now);
    }
    if (isOpened) {
      expected.add("bus is down for " + Duration.between(circuits.since(BUS), now));
    }
    if (before == State.HALF_OPEN && circuits.state(BUS) == State.CLOSED) {
      expected.add("bus is up");
    }
    return expected;
  }

  /** A later run must find what this one knows; and each write costs. */
  private void checkSaved(String what, Circuits circuits, int savedBefore) {
    assertThat(saves.size() - savedBefore).as(what).isBetween(0, 1);
    Optional<SavedCircuit> last = saves.isEmpty() ? Optional.empty() : saves.get(saves.size() - 1);
    State state = circuits.state(BUS);
    if (state == State.OPEN || state == State.HALF_OPEN) {
      assertThat(last.map(each -> each.state().name())).as(what).contains(state.name());
      assertThat(last.map(SavedCircuit::since)).as(what).contains(circuits.since(BUS));
      assertThat(last.map(SavedCircuit::probeAt)).as(what).contains(circuits.probeAt(BUS));
    } else if (state == State.CLOSED) {
      assertThat(last).as(what).isEmpty();
    } else if (what.contains(": failed,") && !now.isBefore(circuits.since(BUS).plusSeconds(5))) {
      assertThat(last.map(SavedCircuit::state)).as(what).contains(SavedCircuit.State.FAILING);
    }
    if (saves.size() > Math.max(savedBefore, 1)) {
      assertThat(withoutTime(last))
          .as("%s: nothing is written again", what)
          .isNotEqualTo(withoutTime(saves.get(savedBefore - 1)));
    }
  }

  private static Optional<String> withoutTime(Optional<SavedCircuit> saved) {
    return saved.map(each -> each.state() + " " + each.since() + " " + each.probeAt());
  }

  private Circuits circuits(Random random) {
    return new Circuits(
        Set.of(BUS),
        Set.of(BUS),
        Duration.ofMinutes(1),
        random,
        () -> now,
        event -> {
          if (event instanceof RelayEvent.TargetDown it) {
            told.add(it.target() + " is down since " + it.since() + ": " + it.code());
          } else if (event instanceof RelayEvent.StillDown it) {
            told.add(it.target() + " is down for " + it.age());
          } else if (event instanceof RelayEvent.TargetUp it) {
            told.add(it.target() + " is up");
          }
        },
        (change, durable) -> saves.add(Optional.ofNullable(change.set().circuits().get(BUS))));
  }
}

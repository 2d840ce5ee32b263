package io.github.dynamooutbox.relay.internal.circuit;

import io.github.dynamooutbox.relay.internal.circuit.Circuit.State;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** The circuits of a shard's targets. Belongs to the relay's loop. */
public final class Circuits {
  /** Keeps a circuit for the next run. */
  public interface Store {
    void save(String target, Optional<SavedCircuit> circuit);
  }

  private static final Duration FIRST_PROBE = Duration.ofSeconds(5);
  private static final Duration LAST_PROBE = Duration.ofSeconds(30);

  private final Map<String, Circuit> circuits = new TreeMap<>();
  private final Map<String, Integer> unsaved = new TreeMap<>();
  private final Set<String> routed;
  private final InstantSource clock;
  private final RelayObserver observer;
  private final Store store;
  private boolean restored;

  /**
   * Closed circuits.
   *
   * @param targets all targets
   * @param routed those that the rules name
   * @param openAfter how long a target must have accepted nothing
   */
  public Circuits(
      Collection<String> targets,
      Set<String> routed,
      Duration openAfter,
      RandomGenerator random,
      InstantSource clock,
      RelayObserver observer,
      Store store) {
    Backoff probes = new Backoff(FIRST_PROBE, LAST_PROBE, random);
    targets.forEach(target -> circuits.put(target, new Circuit(openAfter, probes)));
    this.routed = Set.copyOf(routed);
    this.clock = clock;
    this.observer = observer;
    this.store = store;
  }

  /** All targets. */
  public Set<String> targets() {
    return circuits.keySet();
  }

  public State state(String target) {
    return of(target).state();
  }

  /** When a target that is not accepting began to fail. */
  public Instant since(String target) {
    return of(target).since();
  }

  /** When an open circuit lets the next probe through. */
  public Instant probeAt(String target) {
    return of(target).probeAt();
  }

  /** Whether the target is down while one that the rules name is not, and must not wait for it. */
  public boolean holdsUpOthers(String target) {
    return state(target) == State.OPEN
        && routed.stream().anyMatch(each -> state(each) != State.OPEN);
  }

  /** Something of a request was accepted. */
  public void accepted(String target) {
    Circuit circuit = of(target);
    State before = circuit.state();
    circuit.accepted(clock.instant());
    changed(target, circuit, before);
    if (before == State.HALF_OPEN) {
      observer.targetUp(target);
    }
  }

  /** A request ended with nothing accepted. */
  public void failed(String target, String code) {
    Circuit circuit = of(target);
    State before = circuit.state();
    circuit.failed(clock.instant());
    changed(target, circuit, before);
    if (before == State.FAILING && circuit.state() == State.OPEN) {
      observer.targetDown(target, circuit.since(), code);
    }
  }

  private void changed(String target, Circuit circuit, State before) {
    if (circuit.state() != before) {
      unsaved.remove(target);
      store.save(target, circuit.saved(clock.instant()));
    } else if (before != State.CLOSED) {
      unsaved.merge(target, 1, Integer::sum);
    }
  }

  /** Keeps what was counted since the last transition, at the end of a run. */
  public void close() {
    unsaved.keySet().forEach(target -> store.save(target, of(target).saved(clock.instant())));
    unsaved.clear();
  }

  /**
   * Takes over what the control table knows. The first time that is all; later, that a circuit was
   * closed by somebody else, such as a redrive that the target accepts.
   */
  public void restore(Map<String, SavedCircuit> saved) {
    Instant now = clock.instant();
    circuits.forEach(
        (target, circuit) -> {
          boolean isClosedElsewhere = circuit.state() == State.OPEN && !saved.containsKey(target);
          if (!restored || isClosedElsewhere) {
            circuit.restore(Optional.ofNullable(saved.get(target)), now);
          }
        });
    restored = true;
  }

  private Circuit of(String target) {
    Circuit found = circuits.get(target);
    if (found == null) {
      throw new IllegalStateException("no circuit for target \"" + target + "\"");
    }
    return found;
  }
}

package io.github.dynamooutbox.relay.internal.circuit;

import io.github.dynamooutbox.relay.internal.circuit.Circuit.State;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import io.github.dynamooutbox.relay.park.queue.SavedMemory;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** The circuits of a shard's targets. Confined to the relay's event loop. */
public final class Circuits {
  /** Which saves were durable at one moment; see {@link #restore}. */
  public static final class Durable {
    private final Map<String, Integer> saves = new HashMap<>();
  }

  private static final class Tracked {
    private final Circuit circuit;
    private boolean isSaved;
    private boolean hasUnsaved;
    private int saves;
    private int durable;

    private Tracked(Circuit circuit) {
      this.circuit = circuit;
    }
  }

  private final Map<String, Tracked> circuits = new TreeMap<>();
  private final Set<String> routed;
  private final CircuitPolicy policy;
  private final InstantSource clock;
  private final RelayObserver observer;
  private final Memory.Store store;
  private boolean restored;

  /**
   * Creates a closed circuit for each target.
   *
   * @param targets all targets
   * @param routed the targets that the rules name
   * @param openAfter how long a target must have accepted nothing before its circuit opens
   */
  public Circuits(
      Collection<String> targets,
      Set<String> routed,
      Duration openAfter,
      RandomGenerator random,
      InstantSource clock,
      RelayObserver observer,
      Memory.Store store) {
    this.policy = CircuitPolicy.of(openAfter, random);
    targets.forEach(target -> circuits.put(target, new Tracked(new Circuit(policy))));
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
    return of(target).circuit.state();
  }

  /** When a target that is not accepting began to fail. */
  public Instant since(String target) {
    return of(target).circuit.since();
  }

  /** When an open circuit lets the next probe through. */
  public Instant probeAt(String target) {
    return of(target).circuit.probeAt();
  }

  /**
   * Whether the target is down while another that the rules name is not, and must not wait for it.
   */
  public boolean holdsUpOthers(String target) {
    return state(target) == State.OPEN
        && routed.stream().anyMatch(each -> state(each) != State.OPEN);
  }

  /** Whether the target is down, or has failed since then and accepted nothing. */
  public boolean isSilentSince(String target, Instant then) {
    return state(target) == State.OPEN
        || (state(target) == State.FAILING && !since(target).isAfter(then));
  }

  /** Whether the rules name the target, and it is not down. */
  public boolean isUpAndRouted(String target) {
    return routed.contains(target) && state(target) != State.OPEN;
  }

  /**
   * How long to wait before a failed request is sent again: the usual pause, shortened while it is
   * to be found out whether the target is down.
   */
  public Duration pause(String target, Duration usual) {
    return state(target) == State.FAILING
        ? policy.failingPause(usual, since(target), clock.instant())
        : usual;
  }

  /** A request ended with at least one entry accepted. */
  public void accepted(String target) {
    Tracked tracked = of(target);
    State before = tracked.circuit.state();
    tracked.circuit.accepted(clock.instant());
    tracked.hasUnsaved = false;
    if (tracked.circuit.state() == State.HALF_OPEN || tracked.isSaved) {
      save(target, tracked);
    }
    if (before == State.HALF_OPEN) {
      observer.observe(new RelayEvent.TargetUp(target));
    }
  }

  /** A redrive has emptied a backlog of the target: if the target was down, it no longer is. */
  public void served(String target) {
    Tracked tracked = of(target);
    if (tracked.circuit.state() == State.OPEN) {
      tracked.circuit.accepted(clock.instant());
      save(target, tracked);
    }
  }

  /**
   * A request ended with no entry accepted.
   *
   * @param sent when it was sent
   */
  public void failed(String target, Instant sent, String code) {
    Tracked tracked = of(target);
    Circuit circuit = tracked.circuit;
    State before = circuit.state();
    Instant probeBefore = circuit.probeAt();
    Instant now = clock.instant();
    circuit.failed(sent, now);
    boolean isOpen = circuit.state() == State.OPEN;
    boolean isOpened = isOpen && (before != State.OPEN || !circuit.probeAt().equals(probeBefore));
    boolean lasts =
        !tracked.isSaved && !now.isBefore(circuit.since().plus(CircuitPolicy.SAVED_AFTER));
    if (isOpened || (!isOpen && lasts)) {
      save(target, tracked);
    } else {
      tracked.hasUnsaved |= !isOpen;
    }
    if (before == State.FAILING && circuit.state() == State.OPEN) {
      observer.observe(new RelayEvent.TargetDown(target, circuit.since(), code));
    }
    if (isOpened) {
      stillDown(target, circuit, now);
    }
  }

  private void save(String target, Tracked tracked) {
    Optional<SavedCircuit> saved = tracked.circuit.saved(clock.instant());
    int number = ++tracked.saves;
    tracked.isSaved = saved.isPresent();
    tracked.hasUnsaved = false;
    store.save(SavedMemory.Change.ofCircuit(target, saved), () -> tracked.durable = number);
  }

  /** Saves what was counted since the last save; for the end of a run. */
  public void close() {
    circuits.forEach(
        (target, tracked) -> {
          if (tracked.hasUnsaved) {
            save(target, tracked);
          }
        });
  }

  /**
   * Which saves are durable now; to be called just before reading what is passed to {@link
   * #restore}.
   */
  public Durable durable() {
    Durable durable = new Durable();
    circuits.forEach((target, tracked) -> durable.saves.put(target, tracked.durable));
    return durable;
  }

  /**
   * Takes over what the control table contains: everything the first time; later only that an open
   * circuit was closed elsewhere, for example by a redrive whose events the target accepts. What
   * was read before the last save of a circuit was durable is ignored for that circuit.
   *
   * @param served for each target the mark of the last redrive that has served it
   * @param before what was durable when the table was read
   */
  public void restore(Map<String, SavedCircuit> saved, Map<String, String> served, Durable before) {
    Instant now = clock.instant();
    circuits.forEach(
        (target, tracked) -> {
          boolean isClosedElsewhere =
              tracked.circuit.state() == State.OPEN
                  && !saved.containsKey(target)
                  && Integer.valueOf(tracked.saves).equals(before.saves.get(target));
          if (!restored || isClosedElsewhere) {
            tracked.circuit.restore(Optional.ofNullable(saved.get(target)), now);
            tracked.isSaved = saved.containsKey(target);
            tracked.hasUnsaved = false;
            tracked.circuit.served(served.getOrDefault(target, ""));
            if (tracked.circuit.state() == State.OPEN) {
              stillDown(target, tracked.circuit, now);
            }
          } else {
            tracked.circuit.served(served.getOrDefault(target, ""));
          }
        });
    restored = true;
  }

  private void stillDown(String target, Circuit circuit, Instant now) {
    observer.observe(new RelayEvent.StillDown(target, Duration.between(circuit.since(), now)));
  }

  private Tracked of(String target) {
    Tracked found = circuits.get(target);
    if (found == null) {
      throw new IllegalStateException("no circuit for target \"" + target + "\"");
    }
    return found;
  }
}

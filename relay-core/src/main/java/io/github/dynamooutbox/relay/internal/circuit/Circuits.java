package io.github.dynamooutbox.relay.internal.circuit;

import io.github.dynamooutbox.relay.internal.circuit.Circuit.State;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** The circuits of a shard's targets. Belongs to the relay's loop. */
public final class Circuits {
  /** Keeps a circuit for the next run. */
  public interface Store {
    /**
     * Writes it some time, after all that was saved for the target before.
     *
     * @param circuit empty: it is closed
     * @param durable runs on the loop once it is written, unless something newer replaces it
     */
    void save(String target, Optional<SavedCircuit> circuit, Runnable durable);
  }

  /** Which saves were durable at some time; see {@link #restore}. */
  public static final class Durable {
    private final Map<String, Integer> saves = new HashMap<>();
  }

  /**
   * A failure is written once it has lasted so long, or at the end of a run: a target that
   * throttles fails and accepts again many times a second.
   */
  private static final Duration KEPT_AFTER = Duration.ofSeconds(5);

  /** While it is not yet known whether a target is down, it is asked so often within that time. */
  private static final int FEWEST_ATTEMPTS = 4;

  /** And so soon again when that time is over. */
  private static final Duration LAST_PAUSE = Duration.ofSeconds(5);

  private static final Duration LEAST_PROBE_PAUSE = Duration.ofSeconds(5);
  private static final Duration MOST_PROBE_PAUSE = Duration.ofSeconds(30);

  private static final class Kept {
    private final Circuit circuit;
    private boolean isKept;
    private boolean hasUnsaved;
    private int saves;
    private int durable;

    private Kept(Circuit circuit) {
      this.circuit = circuit;
    }
  }

  private final Map<String, Kept> circuits = new TreeMap<>();
  private final Set<String> routed;
  private final Duration openAfter;
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
    Backoff probes =
        new Backoff(LEAST_PROBE_PAUSE, MOST_PROBE_PAUSE.minus(LEAST_PROBE_PAUSE), random);
    targets.forEach(
        target ->
            circuits.put(target, new Kept(new Circuit(openAfter, LEAST_PROBE_PAUSE, probes))));
    this.routed = Set.copyOf(routed);
    this.openAfter = openAfter;
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

  /** Whether the target is down while one that the rules name is not, and must not wait for it. */
  public boolean holdsUpOthers(String target) {
    return state(target) == State.OPEN
        && routed.stream().anyMatch(each -> state(each) != State.OPEN);
  }

  /**
   * How long to wait before a failed request is sent again: not longer than it takes to find out
   * whether the target is down, whatever pauses are usual.
   */
  public Duration pause(String target, Duration usual) {
    if (state(target) != State.FAILING) {
      return usual;
    }
    Duration left = Duration.between(clock.instant(), since(target).plus(openAfter));
    Duration soon = left.compareTo(LAST_PAUSE) < 0 ? LAST_PAUSE : left;
    return Collections.min(List.of(usual, openAfter.dividedBy(FEWEST_ATTEMPTS), soon));
  }

  /** Something of a request was accepted. */
  public void accepted(String target) {
    Kept kept = of(target);
    State before = kept.circuit.state();
    kept.circuit.accepted(clock.instant());
    kept.hasUnsaved = false;
    if (kept.circuit.state() == State.HALF_OPEN || kept.isKept) {
      save(target, kept);
    }
    if (before == State.HALF_OPEN) {
      observer.targetUp(target);
    }
  }

  /** A redrive has emptied a backlog of the target: if it was down, it is not any more. */
  public void served(String target) {
    Kept kept = of(target);
    if (kept.circuit.state() == State.OPEN) {
      kept.circuit.accepted(clock.instant());
      save(target, kept);
    }
  }

  /**
   * A request ended with nothing accepted.
   *
   * @param sent when it was sent
   */
  public void failed(String target, Instant sent, String code) {
    Kept kept = of(target);
    Circuit circuit = kept.circuit;
    State before = circuit.state();
    Instant probeBefore = circuit.probeAt();
    Instant now = clock.instant();
    circuit.failed(sent, now);
    boolean isOpen = circuit.state() == State.OPEN;
    boolean isOpened = isOpen && (before != State.OPEN || !circuit.probeAt().equals(probeBefore));
    boolean lasts = !kept.isKept && !now.isBefore(circuit.since().plus(KEPT_AFTER));
    if (isOpened || (!isOpen && lasts)) {
      save(target, kept);
    } else {
      kept.hasUnsaved |= !isOpen;
    }
    if (before == State.FAILING && circuit.state() == State.OPEN) {
      observer.targetDown(target, circuit.since(), code);
    }
    if (isOpened) {
      stillDown(target, circuit, now);
    }
  }

  private void save(String target, Kept kept) {
    Optional<SavedCircuit> saved = kept.circuit.saved(clock.instant());
    int number = ++kept.saves;
    kept.isKept = saved.isPresent();
    kept.hasUnsaved = false;
    store.save(target, saved, () -> kept.durable = number);
  }

  /** Keeps what was counted since the last save, at the end of a run. */
  public void close() {
    circuits.forEach(
        (target, kept) -> {
          if (kept.hasUnsaved) {
            save(target, kept);
          }
        });
  }

  /** What is durable by now; ask just before reading what {@link #restore} gets. */
  public Durable durable() {
    Durable durable = new Durable();
    circuits.forEach((target, kept) -> durable.saves.put(target, kept.durable));
    return durable;
  }

  /**
   * Takes over what the control table knows. The first time that is all; later, that a circuit was
   * closed by somebody else, such as a redrive that the target accepts. What was read before this
   * one's own state was written says nothing about it.
   *
   * @param before what was durable when the table was read
   */
  public void restore(Map<String, SavedCircuit> saved, Durable before) {
    Instant now = clock.instant();
    circuits.forEach(
        (target, kept) -> {
          boolean isClosedElsewhere =
              kept.circuit.state() == State.OPEN
                  && !saved.containsKey(target)
                  && Integer.valueOf(kept.saves).equals(before.saves.get(target));
          if (!restored || isClosedElsewhere) {
            kept.circuit.restore(Optional.ofNullable(saved.get(target)), now);
            kept.isKept = saved.containsKey(target);
            kept.hasUnsaved = false;
            if (kept.circuit.state() == State.OPEN) {
              stillDown(target, kept.circuit, now);
            }
          }
        });
    restored = true;
  }

  private void stillDown(String target, Circuit circuit, Instant now) {
    observer.stillDown(target, Duration.between(circuit.since(), now));
  }

  private Kept of(String target) {
    Kept found = circuits.get(target);
    if (found == null) {
      throw new IllegalStateException("no circuit for target \"" + target + "\"");
    }
    return found;
  }
}

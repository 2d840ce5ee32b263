package io.github.dynamooutbox.relay.internal.circuit;

import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One target's circuit. It opens when several requests in a row over some time ended with nothing
 * accepted: three, or two that hang. It lets only probes through while it is open, and closes after
 * two requests of which something was accepted. Who is asked for nothing does not fail. Belongs to
 * the relay's loop.
 */
public final class Circuit {
  /** How far it has opened. */
  public enum State {
    /** The target accepts, or nobody has asked it for anything. */
    CLOSED,
    /** The last requests failed, not yet for long enough. */
    FAILING,
    /** The target is down: only probes are sent. */
    OPEN,
    /** A probe was accepted: one request at a time. */
    HALF_OPEN
  }

  private static final int FEWEST_ATTEMPTS = 3;

  /** A failure that nobody has renewed for so long says nothing about now. */
  private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(10);

  private final Duration openAfter;
  private final Duration leastPause;
  private final Backoff probes;
  private State state = State.CLOSED;
  private Instant since = Instant.EPOCH;
  private Instant acceptedAt = Instant.EPOCH;
  private Instant probeAt = Instant.EPOCH;
  private int attempts;
  private int probesFailed;

  /**
   * A closed circuit.
   *
   * @param openAfter how long nothing must have been accepted
   * @param leastPause before each probe
   * @param probes how much longer to wait before each probe
   */
  public Circuit(Duration openAfter, Duration leastPause, Backoff probes) {
    this.openAfter = openAfter;
    this.leastPause = leastPause;
    this.probes = probes;
  }

  public State state() {
    return state;
  }

  /** When the target began to fail; says nothing while the circuit is closed. */
  public Instant since() {
    return since;
  }

  /** When the next probe is due, while the circuit is open. */
  public Instant probeAt() {
    return probeAt;
  }

  /** Something of a request was accepted. */
  public void accepted(Instant now) {
    state = state == State.OPEN ? State.HALF_OPEN : State.CLOSED;
    acceptedAt = now;
    probeAt = now;
    attempts = 0;
    probesFailed = 0;
  }

  /**
   * A request ended with nothing accepted, or without an answer. A target that hangs has accepted
   * nothing since it was sent, unless another request was accepted meanwhile.
   */
  public void failed(Instant sent, Instant now) {
    switch (state) {
      case CLOSED -> {
        state = State.FAILING;
        since = sent.isBefore(acceptedAt) ? acceptedAt : sent;
        attempts = attemptsOf(sent, now);
      }
      case FAILING -> {
        attempts += attemptsOf(sent, now);
        if (attempts >= FEWEST_ATTEMPTS && !now.isBefore(since.plus(openAfter))) {
          open(sent, now);
        }
      }
      case OPEN -> {
        // What was under way when the circuit opened is no probe.
        if (!now.isBefore(probeAt)) {
          open(sent, now);
        }
      }
      case HALF_OPEN -> open(sent, now);
    }
  }

  /** A lane that is alone has time for no third request where requests hang for long. */
  private int attemptsOf(Instant sent, Instant now) {
    Duration third = openAfter.dividedBy(FEWEST_ATTEMPTS);
    return Duration.between(sent, now).compareTo(third) < 0 ? 1 : 2;
  }

  /** A batch may wait for its probe: others get at least as much time as a probe that hangs. */
  private void open(Instant sent, Instant now) {
    state = State.OPEN;
    attempts++;
    probesFailed++;
    Duration pause = leastPause.plus(probes.delayAfter(probesFailed));
    Duration took = Duration.between(sent, now);
    probeAt = now.plus(pause.compareTo(took) < 0 ? took : pause);
  }

  /** Goes on where another run was. */
  public void restore(Optional<SavedCircuit> saved, Instant now) {
    state = saved.map(each -> state(each, now)).orElse(State.CLOSED);
    since = saved.map(this::failsSince).orElse(Instant.EPOCH);
    attempts = saved.map(SavedCircuit::attempts).orElse(0);
    probeAt = saved.map(SavedCircuit::probeAt).orElse(Instant.EPOCH);
  }

  private State state(SavedCircuit saved, Instant now) {
    return switch (saved.state()) {
      case FAILING ->
          now.isAfter(saved.savedAt().plus(FORGOTTEN_AFTER)) ? State.CLOSED : State.FAILING;
      // A release that waited for less time may have opened it.
      case OPEN -> failsForLong(saved, now) ? State.OPEN : State.FAILING;
      case HALF_OPEN -> failsForLong(saved, now) ? State.HALF_OPEN : State.FAILING;
    };
  }

  /** What was half open has accepted something just before it was saved. */
  private Instant failsSince(SavedCircuit saved) {
    boolean accepted = saved.state() == SavedCircuit.State.HALF_OPEN && state == State.FAILING;
    return accepted ? saved.savedAt() : saved.since();
  }

  private boolean failsForLong(SavedCircuit saved, Instant now) {
    return !now.isBefore(saved.since().plus(openAfter));
  }

  /** What another run has to know; empty: the circuit is closed. */
  public Optional<SavedCircuit> saved(Instant now) {
    Optional<SavedCircuit.State> kept =
        switch (state) {
          case CLOSED -> Optional.empty();
          case FAILING -> Optional.of(SavedCircuit.State.FAILING);
          case OPEN -> Optional.of(SavedCircuit.State.OPEN);
          case HALF_OPEN -> Optional.of(SavedCircuit.State.HALF_OPEN);
        };
    return kept.map(each -> new SavedCircuit(each, since, attempts, now, probeAt));
  }
}

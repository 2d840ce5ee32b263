package io.github.dynamooutbox.relay.internal.circuit;

import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The circuit breaker of one target. It opens when several requests in a row, over some time, ended
 * with no entry accepted: three requests, or two that hang. While it is open it lets only probes
 * through, and it closes after two requests with an accepted entry. A target that is sent nothing
 * does not count as failing. Confined to the relay's event loop.
 */
public final class Circuit {
  /** The states of a circuit. */
  public enum State {
    /** The target accepts events, or was not sent any. */
    CLOSED,
    /** The last requests failed, but not yet for long enough to open the circuit. */
    FAILING,
    /** The target is down: only probes are sent. */
    OPEN,
    /** A probe was accepted: one request at a time. */
    HALF_OPEN
  }

  private final CircuitPolicy policy;
  private State state = State.CLOSED;
  private Instant since = Instant.EPOCH;
  private Instant acceptedAt = Instant.EPOCH;
  private Instant probeAt = Instant.EPOCH;
  private int attempts;
  private int probesFailed;
  private String served = "";

  /** Creates a closed circuit. */
  public Circuit(CircuitPolicy policy) {
    this.policy = policy;
  }

  public State state() {
    return state;
  }

  /** When the target began to fail; meaningless while the circuit is closed. */
  public Instant since() {
    return since;
  }

  /** When the next probe is due, while the circuit is open. */
  public Instant probeAt() {
    return probeAt;
  }

  /** A request ended with at least one entry accepted. */
  public void accepted(Instant now) {
    state = state == State.OPEN ? State.HALF_OPEN : State.CLOSED;
    acceptedAt = now;
    probeAt = now;
    attempts = 0;
    probesFailed = 0;
  }

  /**
   * A request ended with no entry accepted, or without an answer. A target that hangs has accepted
   * nothing since the request was sent, unless it accepted another one meanwhile.
   */
  public void failed(Instant sent, Instant now) {
    switch (state) {
      case CLOSED -> {
        state = State.FAILING;
        since = sent.isBefore(acceptedAt) ? acceptedAt : sent;
        attempts = policy.failuresOf(Duration.between(sent, now));
      }
      case FAILING -> {
        attempts += policy.failuresOf(Duration.between(sent, now));
        if (policy.opens(attempts, since, now)) {
          open(sent, now);
        }
      }
      case OPEN -> {
        // A request that was already in flight when the circuit opened is not a probe.
        if (!now.isBefore(probeAt)) {
          open(sent, now);
        }
      }
      case HALF_OPEN -> open(sent, now);
    }
  }

  /**
   * A redrive, which may have another role and network, has published something to the target: one
   * request at a time finds out whether it accepts those of this circuit, too.
   *
   * @param mark another one than before, if the target was served since
   */
  public void served(String mark) {
    if (state == State.OPEN && !mark.equals(served)) {
      state = State.HALF_OPEN;
    }
    served = mark;
  }

  private void open(Instant sent, Instant now) {
    state = State.OPEN;
    attempts++;
    probesFailed++;
    probeAt = now.plus(policy.probePause(probesFailed, Duration.between(sent, now)));
  }

  /** Continues from the state that an earlier run saved. */
  public void restore(Optional<SavedCircuit> saved, Instant now) {
    state = saved.map(each -> state(each, now)).orElse(State.CLOSED);
    since = saved.map(this::failsSince).orElse(Instant.EPOCH);
    attempts = saved.map(SavedCircuit::attempts).orElse(0);
    probeAt = saved.map(SavedCircuit::probeAt).orElse(Instant.EPOCH);
    served = saved.map(SavedCircuit::served).orElse(served);
  }

  private State state(SavedCircuit saved, Instant now) {
    return switch (saved.state()) {
      case FAILING ->
          now.isAfter(saved.savedAt().plus(CircuitPolicy.FORGOTTEN_AFTER))
              ? State.CLOSED
              : State.FAILING;
      // A version of the relay with a shorter wait may have opened it.
      case OPEN -> policy.hasFailedForLong(saved.since(), now) ? State.OPEN : State.FAILING;
      case HALF_OPEN ->
          policy.hasFailedForLong(saved.since(), now) ? State.HALF_OPEN : State.FAILING;
    };
  }

  /** The target of a half-open circuit accepted something just before the circuit was saved. */
  private Instant failsSince(SavedCircuit saved) {
    boolean accepted = saved.state() == SavedCircuit.State.HALF_OPEN && state == State.FAILING;
    return accepted ? saved.savedAt() : saved.since();
  }

  /** The state to save for the next run; empty if the circuit is closed. */
  public Optional<SavedCircuit> saved(Instant now) {
    Optional<SavedCircuit.State> kept =
        switch (state) {
          case CLOSED -> Optional.empty();
          case FAILING -> Optional.of(SavedCircuit.State.FAILING);
          case OPEN -> Optional.of(SavedCircuit.State.OPEN);
          case HALF_OPEN -> Optional.of(SavedCircuit.State.HALF_OPEN);
        };
    return kept.map(each -> new SavedCircuit(each, since, attempts, now, probeAt, served));
  }
}

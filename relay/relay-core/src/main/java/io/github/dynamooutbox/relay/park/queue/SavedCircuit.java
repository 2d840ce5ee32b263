package io.github.dynamooutbox.relay.park.queue;

import java.time.Instant;

/**
 * A circuit that is not closed, as it is saved between runs.
 *
 * @param since when the target began to fail
 * @param attempts failed attempts since then
 * @param savedAt when this was written; if it was not renewed for long, it says nothing any more
 * @param probeAt when the next probe is due; {@code savedAt} where none is planned
 */
public record SavedCircuit(
    State state, Instant since, int attempts, Instant savedAt, Instant probeAt) {

  /** The states of a circuit that is not closed. */
  public enum State {
    FAILING,
    OPEN,
    HALF_OPEN
  }
}

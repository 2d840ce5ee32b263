package io.github.dynamooutbox.relay.park.queue;

import java.time.Instant;

/**
 * A circuit that is not closed, as it is saved between runs.
 *
 * @param since when the target began to fail
 * @param attempts failed attempts since then
 * @param savedAt when this was written; if it was not renewed for long, it says nothing any more
 * @param probeAt when the next probe is due; {@code savedAt} where none is planned
 * @param served the mark of the last redrive that was known to have served the target; see {@link
 *     ParkedView#served}; empty if none was
 */
public record SavedCircuit(
    State state, Instant since, int attempts, Instant savedAt, Instant probeAt, String served) {

  /**
   * The circuit for somebody who sees this mark: half open if it was open, and a redrive has served
   * the target since.
   */
  SavedCircuit seen(String mark) {
    return state == State.OPEN && !mark.equals(served)
        ? new SavedCircuit(State.HALF_OPEN, since, attempts, savedAt, probeAt, mark)
        : this;
  }

  /** The states of a circuit that is not closed. */
  public enum State {
    FAILING,
    OPEN,
    HALF_OPEN
  }
}

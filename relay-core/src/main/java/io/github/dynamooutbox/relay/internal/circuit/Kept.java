package io.github.dynamooutbox.relay.internal.circuit;

import io.github.dynamooutbox.relay.park.queue.ParkedView;

/** What a shard keeps for the next run. Belongs to the relay's loop. */
public record Kept(Circuits circuits, Lateness lateness, FailingSince failing) {
  /**
   * Goes on where other runs were.
   *
   * @param before which circuits were durable when the view was read
   */
  public void restore(ParkedView view, Circuits.Durable before) {
    circuits.restore(view.circuits(), before);
    lateness.restore(view.late());
    failing.restore(view.failing());
  }

  /** Keeps what was not written so far, at the end of a run. */
  public void close() {
    circuits.close();
    failing.close();
  }
}

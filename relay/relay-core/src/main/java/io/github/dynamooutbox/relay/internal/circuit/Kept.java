package io.github.dynamooutbox.relay.internal.circuit;

import io.github.dynamooutbox.relay.park.queue.ParkedView;

/** What a shard saves for the next run. Confined to the relay's event loop. */
public record Kept(Circuits circuits, Lateness lateness, FailingSince failing) {
  /**
   * Continues from what earlier runs saved.
   *
   * @param before which circuits were durable when the view was read
   */
  public void restore(ParkedView view, Circuits.Durable before) {
    circuits.restore(view.circuits(), before);
    lateness.restore(view.late());
    failing.restore(view.failing());
  }

  /** Saves what is not saved yet; for the end of a run. */
  public void close() {
    circuits.close();
    failing.close();
  }
}

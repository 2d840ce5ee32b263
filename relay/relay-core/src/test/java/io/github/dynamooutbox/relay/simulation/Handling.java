package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.simulation.TableClients.SentReceipt;
import java.util.ArrayList;
import java.util.List;

/** Once an event was accepted by a target, or parked for it. */
final class Handling {
  final Run run;
  final int target;
  final boolean parked;
  final long step;

  /** Whether the run got to know about it. */
  boolean known;

  /**
   * Of a parking: whether the run has also entered it in its books, which it does in a step of its
   * own after the answer. Only receipts that it sends from then on tell of it.
   */
  boolean booked;

  /** The receipts that may tell of it, in the order in which they were first sent. */
  final List<SentReceipt> toldBy = new ArrayList<>();

  Handling(Run run, int target, boolean parked, long step) {
    this.run = run;
    this.target = target;
    this.parked = parked;
    this.step = step;
  }

  /** Since when the run knows that a receipt which tells of it is durable. */
  long receiptedAt() {
    return parked
        ? SentReceipt.durableSince(toldBy)
        : toldBy.stream().mapToLong(SentReceipt::durableAt).min().orElse(Long.MAX_VALUE);
  }
}

package io.github.dynamooutbox.relay.simulation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A receipt on its way to the control table, however often it is tried. */
final class SentReceipt {
  private final long firstSent;
  private long lastEnded = Long.MAX_VALUE;
  private long durableAt = Long.MAX_VALUE;

  SentReceipt(long firstSent) {
    this.firstSent = firstSent;
  }

  /** Another attempt is under way. */
  void begins() {
    lastEnded = Long.MAX_VALUE;
  }

  void ended(long step) {
    lastEnded = step;
  }

  void isDurable(long step) {
    durableAt = Math.min(durableAt, step);
  }

  long durableAt() {
    return durableAt;
  }

  /**
   * Since when a parking is told of that stands in one of these receipts. A receipt does not say of
   * which target an event was parked, so it is in the first one, and in a later one only if that
   * was first sent after the last attempt of the one before had failed.
   */
  static long durableSince(List<SentReceipt> inOrder) {
    @Nullable SentReceipt carrier = null;
    for (SentReceipt each : inOrder) {
      if (carrier == null || (!carrier.isDurable() && each.firstSent >= carrier.lastEnded)) {
        carrier = each;
      }
    }
    return carrier == null ? Long.MAX_VALUE : carrier.durableAt;
  }

  private boolean isDurable() {
    return durableAt != Long.MAX_VALUE;
  }
}

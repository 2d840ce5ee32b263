package io.github.dynamooutbox.relay.internal.shard;

import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.Collection;
import java.util.Comparator;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * What earlier, interrupted runs have finished and this one leaves out. Confined to the event loop.
 */
final class FinishedBefore {
  private static final Comparator<FinishedDelivery> ORDER =
      Comparator.comparing(FinishedDelivery::position)
          .thenComparing(each -> each.record().partition())
          .thenComparing(each -> each.record().sort())
          .thenComparing(FinishedDelivery::index)
          .thenComparing(FinishedDelivery::target);

  private final RelayObserver observer;
  private final SortedSet<FinishedDelivery> finished = new TreeSet<>(ORDER);

  FinishedBefore(RelayObserver observer) {
    this.observer = observer;
  }

  void addAll(Collection<FinishedDelivery> more) {
    finished.addAll(more);
  }

  /** Everything before this position is finished and will not be asked for again. */
  void passed(StreamPosition end) {
    while (!finished.isEmpty() && finished.first().position().compareTo(end) < 0) {
      finished.remove(finished.first());
    }
  }

  /** How many deliveries are remembered. */
  int size() {
    return finished.size();
  }

  /** Whether to skip a delivery; if so, updates the record's progress. */
  boolean leavesOut(Supplier<FinishedDelivery> asked, Progress.Slot slot) {
    if (finished.isEmpty()) {
      return false;
    }
    FinishedDelivery delivery = asked.get();
    if (!finished.contains(delivery)) {
      return false;
    }
    slot.finishedBefore(delivery);
    observer.observe(new RelayEvent.FinishedBefore(delivery.target()));
    return true;
  }

  /**
   * Whether to skip a whole record: one that an earlier run could not read, and parked, may be
   * readable now.
   */
  boolean asAWhole(Incoming record) {
    return leavesOut(
        () ->
            new FinishedDelivery(
                record.slot().position(),
                record.key(),
                ParkedEvent.WHOLE_RECORD,
                LaneKey.ALL_TARGETS),
        record.slot());
  }
}

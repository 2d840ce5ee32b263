package io.github.dynamooutbox.relay.internal;

import io.github.dynamooutbox.relay.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.progress.Progress;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** What earlier, interrupted runs have finished, and this one leaves out. Belongs to the loop. */
final class FinishedBefore {
  private final RelayObserver observer;
  private final Set<FinishedDelivery> finished = new HashSet<>();

  FinishedBefore(RelayObserver observer) {
    this.observer = observer;
  }

  void addAll(Collection<FinishedDelivery> more) {
    finished.addAll(more);
  }

  /** Whether a delivery is left out; the record's progress is told. */
  boolean leavesOut(FinishedDelivery delivery, Progress.Slot slot) {
    if (finished.isEmpty() || !finished.contains(delivery)) {
      return false;
    }
    slot.finishedBefore(delivery);
    observer.finishedBefore(delivery.target());
    return true;
  }

  /** A record that an earlier run could not read, and parked, may be readable by now. */
  boolean asAWhole(Incoming record) {
    return leavesOut(
        new FinishedDelivery(
            record.slot().position(), record.key(), ParkedEvent.WHOLE_RECORD, LaneKey.ALL_TARGETS),
        record.slot());
  }
}

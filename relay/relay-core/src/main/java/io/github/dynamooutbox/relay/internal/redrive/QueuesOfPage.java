package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.internal.lane.ParkedEvents;
import io.github.dynamooutbox.relay.internal.queue.ParkingQueues;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.queue.Appended;
import io.github.dynamooutbox.relay.park.queue.ParkedView;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.SavedMemory;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The queues as seen by a page that is being drained: its own queue holds nothing back, and what
 * would be appended to it stays where it is. From a backlog, events of a lane that is closed by
 * itself are moved to that lane's queue, and so are rejected ones. Confined to the event loop.
 */
final class QueuesOfPage implements ParkingQueues {
  private final ParkingQueues queues;
  private final QueueName own;
  private final Map<FinishedDelivery, Cause> kept = new HashMap<>();
  private int underWay;
  private int moved;

  QueuesOfPage(ParkingQueues queues, QueueName own) {
    this.queues = queues;
    this.own = own;
  }

  /** Why each event stays that stays in its queue. */
  Map<FinishedDelivery, Cause> kept() {
    return kept;
  }

  /** Events that are in another queue now. */
  int moved() {
    return moved;
  }

  /** Whether nothing is being appended. */
  boolean isIdle() {
    return underWay == 0;
  }

  @Override
  public CompletionStage<ParkedView> view(String scope, Collection<LaneKey> lanes) {
    return queues
        .view(scope, lanes)
        .thenApply(
            view -> {
              Set<QueueName.Part> held = new HashSet<>(view.held());
              Set<LaneKey> closed = new HashSet<>(view.closedLanes());
              held.remove(own);
              own.closedLane().ifPresent(closed::remove);
              return new ParkedView(held, closed, SavedMemory.NONE, Map.of());
            });
  }

  @Override
  public CompletionStage<Appended> append(QueueName queue, List<ParkedEvent> events, boolean hold) {
    if (queue.equals(own)) {
      for (ParkedEvent event : events) {
        kept.put(ParkedEvents.asFinished(event), event.cause());
      }
      return CompletableFuture.completedStage(Appended.PARKED);
    }
    underWay++;
    return queues
        .append(queue, events, hold)
        .whenComplete(
            (appended, failure) -> {
              underWay--;
              if (appended == Appended.PARKED) {
                moved += events.size();
              }
            });
  }
}

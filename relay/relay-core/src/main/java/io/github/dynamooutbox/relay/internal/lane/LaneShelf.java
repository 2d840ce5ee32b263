package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.UnparkableException;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.Target;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/** Parks the deliveries of one target. Confined to the relay's event loop. */
final class LaneShelf {
  private final Target<?> target;
  private final LaneContext context;
  private final LaneQueues lanes;
  private final Turns turns;

  LaneShelf(Target<?> target, LaneContext context, LaneQueues lanes, Turns turns) {
    this.target = target;
    this.context = context;
    this.lanes = lanes;
    this.turns = turns;
  }

  /** Parks one delivery; in an ordered lane, what comes behind it is parked as well. */
  void park(Delivery delivery, Cause cause) {
    QueueName queue =
        target.ordered()
            ? new QueueName.Lane(delivery.lane())
            : QueueName.Single.of(delivery.lane());
    append(queue, true, List.of(delivery), each -> cause);
  }

  /** Parks a lane, whose turn it is, behind what is already parked of it. */
  void parkBehind(Delivery head, QueueName queue) {
    append(queue, false, together(head), each -> ParkedEvents.behind());
  }

  /**
   * Parks a delivery that its target cannot accept, with its whole lane if that is ordered.
   *
   * @param why the cause to record for deliveries that were not sent yet
   */
  void shed(Delivery delivery, Retry why) {
    append(
        QueueName.Part.of(delivery.lane()), true, together(delivery), each -> blocked(each, why));
  }

  /** A whole lane, or a single delivery where there is no order. */
  private List<Delivery> together(Delivery head) {
    return target.ordered() ? lanes.takeAll(head.lane()) : List.of(head);
  }

  private static Cause blocked(Delivery delivery, Retry why) {
    Retry failure = delivery.failure().orElse(why);
    return new Cause(ParkReason.BLOCKED, failure.code(), failure.message());
  }

  private void append(
      QueueName queue, boolean hold, List<Delivery> deliveries, Function<Delivery, Cause> cause) {
    List<ParkedEvent> events = new ArrayList<>(deliveries.size());
    deliveries.forEach(each -> events.add(context.parkedEvents().of(each, cause.apply(each))));
    context.appends().add(queue, hold, events, new Shelved(deliveries, events));
  }

  /** Deliveries that are on their way to a queue. */
  private final class Shelved implements Appends.Lane {
    private final Deque<Delivery> left;
    private final Deque<ParkedEvent> events;

    private Shelved(List<Delivery> deliveries, List<ParkedEvent> events) {
      this.left = new ArrayDeque<>(deliveries);
      this.events = new ArrayDeque<>(events);
    }

    @Override
    public void parked(int parked) {
      for (int i = 0; i < parked; i++) {
        Delivery delivery = left.removeFirst();
        context.books().parked(delivery, events.removeFirst().cause());
        turns.finished(delivery);
      }
    }

    @Override
    public void released() {
      turns.again(left.getFirst());
    }

    @Override
    public void unparkable(UnparkableException why) {
      turns.impossible(left.getFirst(), "UNPARKABLE", String.valueOf(why.getMessage()));
    }
  }
}

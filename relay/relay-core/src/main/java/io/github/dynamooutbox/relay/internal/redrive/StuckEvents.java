package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.internal.circuit.CircuitPolicy;
import io.github.dynamooutbox.relay.internal.lane.Delivery;
import io.github.dynamooutbox.relay.internal.lane.ParkedEvents;
import io.github.dynamooutbox.relay.internal.queue.ParkingQueues;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Publication;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Stuck;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Attempts;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/** What of a page is neither published nor moved when the page ends. Confined to the event loop. */
final class StuckEvents {
  private final RedriveContext context;
  private final Map<FinishedDelivery, Delivery> deliveries;
  private final Map<LaneKey, List<Publication>> lanes = new LinkedHashMap<>();
  private final List<Delivery> heads = new ArrayList<>();

  StuckEvents(
      RedriveContext context,
      List<Publication> unfinished,
      Map<FinishedDelivery, Delivery> deliveries) {
    this.context = context;
    this.deliveries = deliveries;
    for (Publication each : unfinished) {
      List<Publication> lane = lanes.computeIfAbsent(each.lane(), key -> new ArrayList<>());
      Delivery delivery = deliveries.get(each.asFinished());
      if (delivery != null && (lane.isEmpty() || !isOrdered(each))) {
        heads.add(delivery);
      }
      lane.add(each);
    }
  }

  private boolean isOrdered(Publication publication) {
    return context.target(publication.target()).ordered();
  }

  /** The number of events with nothing before them in their lane. */
  int heads() {
    return heads.size();
  }

  /** Whether all of those were tried several times. */
  boolean areTried() {
    return heads.stream().allMatch(each -> each.attempts() >= CircuitPolicy.FAILURES);
  }

  /** Those that have not accepted an event which they were sent. */
  Set<String> targets() {
    Set<String> targets = new TreeSet<>();
    heads.forEach(head -> targets.add(head.lane().target()));
    return targets;
  }

  /** Why the first of them failed. */
  Optional<Stuck> obstacle() {
    return heads.stream()
        .flatMap(each -> each.failure().stream())
        .findFirst()
        .map(failure -> new Stuck(failure.code(), failure.message()));
  }

  /** Closes the lane of each event that was tried, with what is behind it. */
  void move(
      ParkingQueues queues,
      Function<Publication, ParkedEvent> eventOf,
      Consumer<Set<FinishedDelivery>> then,
      Consumer<Throwable> failed) {
    Set<FinishedDelivery> moved = new HashSet<>();
    move(queues, eventOf, lanes.values().iterator(), moved, () -> then.accept(moved), failed);
  }

  private void move(
      ParkingQueues queues,
      Function<Publication, ParkedEvent> eventOf,
      Iterator<List<Publication>> left,
      Set<FinishedDelivery> moved,
      Runnable then,
      Consumer<Throwable> failed) {
    if (!left.hasNext()) {
      then.run();
      return;
    }
    List<Publication> lane = left.next();
    boolean isOrdered = isOrdered(lane.get(0));
    List<ParkedEvent> events = new ArrayList<>();
    List<FinishedDelivery> keys = new ArrayList<>();
    for (Publication each : lane) {
      Optional<Retry> failure =
          Optional.ofNullable(deliveries.get(each.asFinished())).flatMap(Delivery::failure);
      if (failure.isPresent() || (isOrdered && !events.isEmpty())) {
        events.add(parked(eventOf.apply(each), failure));
        keys.add(each.asFinished());
      }
    }
    Runnable next = () -> move(queues, eventOf, left, moved, then, failed);
    if (events.isEmpty()) {
      next.run();
      return;
    }
    LaneKey key = lane.get(0).lane();
    queues
        .append(isOrdered ? new QueueName.Lane(key) : QueueName.Single.of(key), events, true)
        .whenComplete(
            (appended, failure) -> {
              if (failure == null) {
                moved.addAll(keys);
                next.run();
              } else {
                failed.accept(failure);
              }
            });
  }

  private ParkedEvent parked(ParkedEvent event, Optional<Retry> failure) {
    Instant now = context.env().clock().instant();
    Cause cause =
        failure
            .map(each -> new Cause(ParkReason.BLOCKED, each.code(), each.message()))
            .orElseGet(ParkedEvents::behind);
    Attempts attempts = new Attempts(event.attempts().count() + 1, event.attempts().first(), now);
    return new ParkedEvent(event.place(), cause, attempts, event.item(), event.published());
  }
}

package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.UnparkableException;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Everything that is on its way to one target: whose turn it is, and what is parked. For an ordered
 * target a lane's next event becomes ready when the one before it is published or parked; for
 * others each event is ready at once. Confined to the relay's event loop.
 */
final class TargetLanes<E extends Entry> {
  private final Target<E> target;
  private final LaneContext context;
  private final ParkedEvents parkedEvents;
  private final LaneQueues lanes = new LaneQueues();
  private final Rejections rejections = new Rejections();
  private final Requests<E> requests;
  private int open;

  TargetLanes(Target<E> target, LaneContext context) {
    this.target = target;
    this.context = context;
    parkedEvents = context.parkedEvents();
    requests = new Requests<>(target, context, this);
    context.halt().onHalt(this::stopAt);
  }

  /** Takes a delivery; {@link #pump} sends it when it is its turn. */
  void add(Delivery delivery) {
    open++;
    delivery.waitsSince(context.env().now());
    if (!target.ordered()) {
      rejections.add(delivery);
      requests.add(delivery);
    } else if (lanes.add(delivery)) {
      takeTurn(delivery);
    }
  }

  /** Sends as much as may be sent now, and parks what must not wait for its target. */
  void pump(boolean isMoreComing) {
    requests.pump(isMoreComing);
  }

  /** Since when the target does not accept all that waits for it; empty if it does. */
  Optional<Instant> troubledSince() {
    return open > 0 ? pace().troubledSince() : Optional.empty();
  }

  /** Whether it has accepted something since then. */
  boolean acceptsSome() {
    return pace().acceptsSome();
  }

  private Pace pace() {
    return context.env().paces().of(target.name());
  }

  /** Parks what waits for the target, because another one would have to wait for that as well. */
  void shedForOthers() {
    requests.shedForOthers();
  }

  /** Deliveries that are neither finished nor dropped. */
  int open() {
    return open;
  }

  /** Drops everything and aborts what is in flight, which counts as failed if it has no answer. */
  void abort() {
    requests.abort();
  }

  // Turns.

  private void takeTurn(Delivery delivery) {
    context
        .parking()
        .queueOf(delivery.lane())
        .ifPresentOrElse(queue -> parkBehind(delivery, queue), () -> requests.add(delivery));
  }

  /** A delivery is published or parked: the next one of its lane takes its turn. */
  void finished(Delivery delivery) {
    open--;
    context.memory().failing().finished(delivery.asFinished());
    if (target.ordered()) {
      Optional.ofNullable(lanes.advance(delivery.lane())).ifPresent(this::takeTurn);
    } else {
      tried(delivery);
    }
  }

  /** A delivery was sent and has failed, or is settled: others may have waited for that. */
  void tried(Delivery delivery) {
    parkRejected(rejections.tried(delivery));
  }

  /** A delivery to an ordered target is not parked behind others after all: it is its turn. */
  private void again(Delivery delivery) {
    if (isStopped(delivery)) {
      drop(delivery);
    } else {
      Optional.ofNullable(lanes.head(delivery.lane())).ifPresent(this::takeTurn);
    }
  }

  // Halts.

  /** A delivery can neither be published nor parked: the relay has to halt there. */
  void impossible(Delivery delivery, String reason, String message) {
    drop(delivery);
    context.halt().at(delivery.envelope().position(), reason, message);
  }

  /** Leaves a delivery, with what is behind it in its lane, for another run. */
  void drop(Delivery delivery) {
    open -= target.ordered() ? lanes.drop(delivery.lane()) : 1;
    context.halt().dropped(delivery.lane().aggregate());
    tried(delivery);
  }

  /** Whether the relay has halted at or before a delivery. */
  boolean isStopped(Delivery delivery) {
    return context.halt().stops(delivery.envelope().position());
  }

  /**
   * Drops deliveries at or behind this position that are not in flight, and what is behind them in
   * their lanes. A delivery in flight is dropped if it fails.
   */
  private void stopAt(StreamPosition position) {
    requests.remove(this::isStopped).forEach(this::drop);
    lanes.cutAt(
        position,
        (lane, deliveries) -> {
          open -= deliveries;
          context.halt().dropped(lane.aggregate());
        });
  }

  // Parking.

  /**
   * Parks one delivery: in an ordered lane together with what is behind it, otherwise with those of
   * its record that are rejected as well.
   */
  void park(Delivery delivery, Cause cause) {
    if (target.ordered()) {
      append(
          new QueueName.Lane(delivery.lane()),
          true,
          lanes.takeAll(delivery.lane()),
          each -> each.equals(delivery) ? cause : ParkedEvents.behind());
    } else {
      parkRejected(rejections.reject(delivery, cause));
    }
  }

  private void parkRejected(Map<Delivery, Cause> rejected) {
    if (rejected.isEmpty()) {
      return;
    }
    List<Delivery> together = List.copyOf(rejected.keySet());
    Delivery first = together.get(0);
    if (isStopped(first)) {
      together.forEach(this::drop);
    } else {
      append(
          QueueName.Single.of(first.lane()),
          true,
          together,
          each -> Objects.requireNonNull(rejected.get(each)));
    }
  }

  /** Parks a lane, whose turn it is, behind what is already parked of it. */
  private void parkBehind(Delivery head, QueueName queue) {
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
    deliveries.forEach(each -> events.add(parkedEvents.of(each, cause.apply(each))));
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
        finished(delivery);
      }
    }

    @Override
    public void released() {
      again(left.getFirst());
    }

    @Override
    public void unparkable(UnparkableException why) {
      impossible(left.removeFirst(), "UNPARKABLE", String.valueOf(why.getMessage()));
      if (!target.ordered()) {
        left.forEach(TargetLanes.this::drop);
      }
    }
  }

  /**
   * What is to be parked of records on their way to a target without order. It waits until each of
   * its record's events was tried once: then it is parked in one go, and its record stored once,
   * whatever number of requests they were in. Confined to the relay's event loop.
   */
  private static final class Rejections {
    private final Map<StreamPosition, OfRecord> records = new HashMap<>();

    private static final class OfRecord {
      private final Set<Delivery> untried = new HashSet<>();
      private final Map<Delivery, Cause> rejected = new LinkedHashMap<>();
    }

    /** Takes a delivery that was not sent yet. */
    void add(Delivery delivery) {
      records
          .computeIfAbsent(delivery.envelope().position(), position -> new OfRecord())
          .untried
          .add(delivery);
    }

    /** Takes what is to be parked, and returns what is to be parked now. */
    Map<Delivery, Cause> reject(Delivery delivery, Cause cause) {
      OfRecord record = records.get(delivery.envelope().position());
      if (record == null) {
        return Map.of(delivery, cause);
      }
      record.rejected.put(delivery, cause);
      return tried(delivery);
    }

    /** A delivery was sent, or never will be: returns what is to be parked now. */
    Map<Delivery, Cause> tried(Delivery delivery) {
      OfRecord record = records.get(delivery.envelope().position());
      if (record == null) {
        return Map.of();
      }
      record.untried.remove(delivery);
      if (!record.untried.isEmpty()) {
        return Map.of();
      }
      records.remove(delivery.envelope().position());
      return record.rejected;
    }
  }
}

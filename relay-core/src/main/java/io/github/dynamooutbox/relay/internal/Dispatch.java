package io.github.dynamooutbox.relay.internal;

import io.github.dynamooutbox.format.Heartbeats;
import io.github.dynamooutbox.relay.RelayObserver.SkipReason;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.Incoming.RoutedEvent;
import io.github.dynamooutbox.relay.lane.AggregateHolds;
import io.github.dynamooutbox.relay.lane.Delivery;
import io.github.dynamooutbox.relay.lane.LaneContext;
import io.github.dynamooutbox.relay.lane.LaneListener;
import io.github.dynamooutbox.relay.lane.LaneParking;
import io.github.dynamooutbox.relay.lane.ParkedEvents;
import io.github.dynamooutbox.relay.lane.Repeater;
import io.github.dynamooutbox.relay.lane.TargetLanes;
import io.github.dynamooutbox.relay.lane.Window;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.progress.Progress;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.route.Routed;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Lets records in as the window has room, leaves out what an earlier run has finished, hands events
 * to the lanes they take, and keeps the books on what becomes of them. Belongs to the relay's loop.
 */
final class Dispatch implements LaneListener, AggregateHolds.Host {
  /** A record, or the end of a batch. */
  private record Pending(@Nullable Incoming record, Runnable endOfBatch) {}

  private final RelayParts parts;
  private final LaneParking parking;
  private final AggregateHolds holds;
  private final Map<String, TargetLanes<?>> lanes = new TreeMap<>();
  private final Window window;
  private final Receipts receipts;
  private final Runnable moved;

  private final Deque<Pending> pending = new ArrayDeque<>();
  private final FinishedBefore finishedBefore;
  private final Map<String, Integer> openByAggregate = new HashMap<>();
  private final Set<String> heldBack = new HashSet<>();
  private @Nullable StreamPosition limit;

  /**
   * Sets up the lanes of one shard.
   *
   * @param moved is run after each step that may have left nothing to do
   */
  Dispatch(RelayParts parts, Repeater repeater, Receipts receipts, Runnable moved) {
    this.parts = parts;
    this.receipts = receipts;
    this.moved = moved;
    finishedBefore = new FinishedBefore(parts.observer());
    parking = new LaneParking(parts.parking(), parts.clock(), repeater);
    ParkedEvents parkedEvents = new ParkedEvents(parts.codec(), parts.clock());
    holds = new AggregateHolds(parking, parkedEvents, this);
    window = new Window(parts.window().events(), parts.window().bytes());
    LaneContext context =
        new LaneContext(parts.loop(), parts.clock(), parts.backoff(), parking, parkedEvents, this);
    for (Target<?> target : parts.targets()) {
      lanes.put(target.name(), new TargetLanes<>(target, context));
    }
  }

  /** Reads which lanes these records meet closed, then goes on. */
  void refresh(List<Incoming> records, Runnable then) {
    Set<LaneKey> met = new HashSet<>();
    if (parts.parking().lot().isPresent()) {
      records.forEach(record -> met.addAll(record.lanes()));
    }
    parking.refresh(met, then);
  }

  /** What an earlier run has finished is left out from now on. */
  void leaveOut(Set<FinishedDelivery> finished) {
    finishedBefore.addAll(finished);
  }

  /** Takes a batch; {@code admitted} runs once all of it is under way. */
  void add(List<Incoming> batch, Runnable admitted) {
    batch.forEach(record -> pending.addLast(new Pending(record, () -> {})));
    pending.addLast(new Pending(null, admitted));
    moved();
  }

  /** Whether nothing is left that can be done. */
  boolean isIdle() {
    return pending.isEmpty()
        && holds.open() == 0
        && lanes.values().stream().allMatch(each -> each.open() == 0);
  }

  void abort() {
    lanes.values().forEach(TargetLanes::abort);
    pending.clear();
  }

  private void admitPending() {
    while (!pending.isEmpty()) {
      Incoming record = pending.getFirst().record();
      // What was dropped by a halt keeps its room, and little is left to start after it.
      if (record != null && limit == null && !window.hasRoom()) {
        return;
      }
      Pending next = pending.removeFirst();
      if (record == null) {
        next.endOfBatch().run();
      } else if (mayStart(record)) {
        admit(record);
      } else {
        heldBack.add(record.aggregate());
      }
    }
  }

  private boolean mayStart(Incoming record) {
    return limit == null
        || (record.slot().position().compareTo(limit) < 0
            && !heldBack.contains(record.aggregate()));
  }

  private void admit(Incoming record) {
    boolean isLeft = !finishedBefore.asAWhole(record);
    if (isLeft && record instanceof Incoming.Poison poison) {
      holds.addUnreadable(poison.record(), poison.slot());
    } else if (isLeft && record instanceof Incoming.Events events) {
      events.events().forEach(event -> admit(event, events.slot(), events.aggregate()));
    }
    record.slot().admitted();
  }

  private void admit(RoutedEvent event, Progress.Slot slot, String aggregate) {
    Delivery forAll = new Delivery(event.envelope(), AggregateHolds.lane(aggregate), slot);
    if (finishedBefore.leavesOut(forAll.asFinished(), slot)) {
      return;
    }
    // Poison keeps its place among what is held, and stays poison when the rest is released.
    boolean isPoison = event.routed() instanceof Routed.Unroutable && parking.takesPoison();
    if (!isPoison && holds.holds(aggregate)) {
      window.take(event.envelope());
      holds.add(aggregate, event.envelope(), slot);
    } else {
      dispatch(event, slot, aggregate);
    }
  }

  private void dispatch(RoutedEvent event, Progress.Slot slot, String aggregate) {
    if (Heartbeats.include(event.envelope().aggregate())) {
      parts.observer().heartbeat(event.envelope(), age(event.envelope()));
    }
    if (event.routed() instanceof Routed.To to) {
      new TreeSet<>(to.targets()).forEach(target -> deliver(event.envelope(), slot, target));
    } else if (event.routed() instanceof Routed.Heartbeat) {
      receipts.dropped(event.envelope().event().id());
    } else if (event.routed() instanceof Routed.Dropped) {
      receipts.dropped(event.envelope().event().id());
      parts.observer().skipped(SkipReason.DROPPED);
    } else {
      unroutable(event.envelope(), slot, aggregate);
    }
  }

  private void deliver(Envelope envelope, Progress.Slot slot, String target) {
    LaneKey lane = new LaneKey(target, envelope.aggregate().toString());
    Delivery delivery = new Delivery(envelope, lane, slot);
    if (finishedBefore.leavesOut(delivery.asFinished(), slot)) {
      return;
    }
    slot.opened();
    if (limit != null && envelope.position().compareTo(limit) >= 0) {
      // The relay has just halted at this event or one before it: it waits with the rest.
      heldBack.add(lane.aggregate());
      return;
    }
    window.take(envelope);
    openByAggregate.merge(lane.aggregate(), 1, Integer::sum);
    lanesOf(target).add(delivery);
  }

  private void unroutable(Envelope envelope, Progress.Slot slot, String aggregate) {
    String message =
        "no rule takes event %s of type %s: add a rule, or one that drops it"
            .formatted(envelope.event().id(), envelope.event().type());
    if (parking.takesPoison()) {
      window.take(envelope);
      holds.addUnroutable(aggregate, envelope, message, slot);
    } else {
      slot.opened();
      heldBack.add(aggregate);
      halted(slot.position(), ParkReason.UNROUTABLE.name(), message);
    }
  }

  private TargetLanes<?> lanesOf(String target) {
    TargetLanes<?> found = lanes.get(target);
    if (found == null) {
      throw new IllegalStateException("no target \"" + target + "\"");
    }
    return found;
  }

  // What becomes of deliveries.

  @Override
  public void published(Delivery delivery) {
    Envelope envelope = delivery.envelope();
    parts.observer().published(delivery.lane().target(), envelope, age(envelope));
    receipts.published(delivery.lane().target(), envelope.event().id());
    finished(delivery);
  }

  private Duration age(Envelope envelope) {
    return Duration.between(envelope.record().context().writtenAt(), parts.clock().instant());
  }

  @Override
  public void parked(Delivery delivery, ParkedEvent.Cause cause) {
    parts.observer().parked(delivery.lane().target(), delivery.envelope(), cause);
    finished(delivery);
  }

  private void finished(Delivery delivery) {
    delivery.slot().finished(delivery.asFinished());
    window.release(delivery.envelope());
    String aggregate = delivery.lane().aggregate();
    if (openByAggregate.merge(aggregate, -1, Integer::sum) == 0) {
      openByAggregate.remove(aggregate);
      holds.advance(aggregate);
    }
  }

  @Override
  public void retried(Delivery delivery, String code, String message) {
    parts.observer().retried(delivery.lane().target(), delivery.envelope(), code, message);
  }

  @Override
  public void rejected(Delivery delivery, String code, String message) {
    parts.observer().rejected(delivery.lane().target(), delivery.envelope(), code, message);
  }

  @Override
  public void batchSent(String target, int entries, long bytes) {
    parts.observer().batchSent(target, entries, bytes);
  }

  @Override
  public void halted(StreamPosition position, String reason, String message) {
    if (limit != null && position.compareTo(limit) >= 0) {
      return;
    }
    limit = position;
    lanes.values().forEach(each -> each.stopAt(position));
    holds.stopAt(position);
    parts.observer().halted(position, reason, message);
  }

  @Override
  public void dropped(LaneKey lane) {
    heldBack.add(lane.aggregate());
    holds.drop(lane.aggregate());
  }

  @Override
  public boolean isDrained(String aggregate) {
    return !openByAggregate.containsKey(aggregate);
  }

  @Override
  public void release(Envelope envelope, Progress.Slot slot) {
    window.release(envelope);
    RoutedEvent event = new RoutedEvent(envelope, parts.router().route(envelope));
    dispatch(event, slot, envelope.aggregate().toString());
  }

  @Override
  public void parked(ParkedEvent event, Optional<Envelope> envelope) {
    envelope.ifPresentOrElse(
        each -> {
          window.release(each);
          parts.observer().parked(LaneKey.ALL_TARGETS, each, event.cause());
        },
        () -> parts.observer().parkedUnreadable(event));
  }

  @Override
  public void moved() {
    admitPending();
    lanes.values().forEach(TargetLanes::pump);
    moved.run();
  }
}

package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.decode.Decoded;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.UnparkableException;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lanes across all targets, for aggregates with an event whose targets are unknown: that event is
 * parked once everything before it is finished, and later ones are parked behind it. Confined to
 * the relay's event loop.
 */
public final class AggregateHolds {
  /** Receives the events that are no longer held. */
  public interface Release {
    void release(Envelope envelope, Progress.Slot slot);
  }

  private record Held(
      ParkedEvent parkedForm, Optional<Envelope> envelope, boolean isPoison, Progress.Slot slot) {}

  private final Parking parking;
  private final Appends appends;
  private final ParkedEvents parkedEvents;
  private final Books books;
  private final Halt halt;
  private final Release release;
  private final Map<String, Deque<Held>> lanes = new HashMap<>();
  private final Set<String> busy = new HashSet<>();

  /** Starts without lanes, and drops what is behind a halt. */
  public AggregateHolds(LaneContext context, Release release) {
    parking = context.parking();
    appends = context.appends();
    parkedEvents = context.parkedEvents();
    books = context.books();
    halt = context.halt();
    this.release = release;
    halt.onHalt(this::stopAt);
    halt.onDrop(lanes::remove);
  }

  public static LaneKey lane(String aggregate) {
    return new LaneKey(LaneKey.ALL_TARGETS, aggregate);
  }

  /** Whether the aggregate's next event has to be added here. */
  public boolean holds(String aggregate) {
    return lanes.containsKey(aggregate) || parking.isClosed(lane(aggregate));
  }

  /** Holds an event behind those of its aggregate that are already held. */
  public void add(String aggregate, Envelope envelope, Progress.Slot slot) {
    ParkedEvent parked = parkedEvents.of(envelope, lane(aggregate), ParkedEvents.behind());
    add(aggregate, new Held(parked, Optional.of(envelope), false, slot));
  }

  /** Holds an event that matches no rule. */
  public void addUnroutable(
      String aggregate, Envelope envelope, String message, Progress.Slot slot) {
    ParkedEvent parked =
        parkedEvents.of(
            envelope,
            lane(aggregate),
            new Cause(ParkReason.UNROUTABLE, ParkReason.UNROUTABLE.name(), message));
    add(aggregate, new Held(parked, Optional.of(envelope), true, slot));
  }

  /** Holds a record that cannot be read. */
  public void addUnreadable(Decoded.Poison record, Progress.Slot slot) {
    ParkedEvent parked = parkedEvents.of(slot.position(), lane(record.aggregate()), record);
    add(record.aggregate(), new Held(parked, Optional.empty(), true, slot));
  }

  /** Advances an aggregate if possible, for example when everything before it has finished. */
  public void advance(String aggregate) {
    Deque<Held> lane = lanes.get(aggregate);
    if (lane == null || busy.contains(aggregate)) {
      return;
    }
    while (!lane.isEmpty()) {
      Held head = lane.getFirst();
      if (head.isPoison() || parking.isClosed(lane(aggregate))) {
        if (books.isDrained(aggregate)) {
          park(aggregate, head);
        }
        return;
      }
      lane.removeFirst();
      head.envelope().ifPresent(envelope -> release.release(envelope, head.slot()));
      head.slot().dissolved();
    }
    lanes.remove(aggregate);
  }

  /** How many events and records are held. */
  public int open() {
    return lanes.values().stream().mapToInt(Deque::size).sum();
  }

  /** Drops what is at or behind this position, and everything behind it in the same lane. */
  private void stopAt(StreamPosition position) {
    for (Deque<Held> lane : lanes.values()) {
      boolean stopped = false;
      for (Iterator<Held> each = lane.iterator(); each.hasNext(); ) {
        Held held = each.next();
        stopped |= held.slot().position().compareTo(position) >= 0;
        if (stopped) {
          each.remove();
        }
      }
    }
    lanes.values().removeIf(Deque::isEmpty);
  }

  private void add(String aggregate, Held held) {
    held.slot().opened();
    lanes.computeIfAbsent(aggregate, key -> new ArrayDeque<>()).addLast(held);
    advance(aggregate);
  }

  private void park(String aggregate, Held head) {
    busy.add(aggregate);
    appends.add(
        new QueueName.Lane(lane(aggregate)),
        head.isPoison(),
        List.of(head.parkedForm()),
        new Appends.Lane() {
          @Override
          public void parked(int events) {
            AggregateHolds.this.parked(aggregate, head);
          }

          @Override
          public void released() {
            busy.remove(aggregate);
            advance(aggregate);
          }

          @Override
          public void unparkable(UnparkableException why) {
            haltAt(aggregate, head, why);
          }
        });
  }

  private void haltAt(String aggregate, Held head, UnparkableException unparkable) {
    busy.remove(aggregate);
    halt.dropped(aggregate);
    halt.at(head.slot().position(), "UNPARKABLE", String.valueOf(unparkable.getMessage()));
  }

  private void parked(String aggregate, Held head) {
    busy.remove(aggregate);
    Deque<Held> lane = lanes.get(aggregate);
    if (lane != null && head.equals(lane.peekFirst())) {
      lane.removeFirst();
    }
    head.slot().finished(ParkedEvents.asFinished(head.parkedForm()));
    books.parkedForAll(head.parkedForm(), head.envelope());
    advance(aggregate);
  }
}

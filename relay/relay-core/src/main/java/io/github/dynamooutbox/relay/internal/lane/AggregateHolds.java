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

  /** Compared by identity: comparing events would compare whole records. */
  private static final class Held {
    private final ParkedEvent parkedForm;
    private final Optional<Envelope> envelope;
    private final boolean isPoison;
    private final Progress.Slot slot;

    private Held(
        ParkedEvent parkedForm, Optional<Envelope> envelope, boolean isPoison, Progress.Slot slot) {
      this.parkedForm = parkedForm;
      this.envelope = envelope;
      this.isPoison = isPoison;
      this.slot = slot;
    }

    ParkedEvent parkedForm() {
      return parkedForm;
    }

    Optional<Envelope> envelope() {
      return envelope;
    }

    boolean isPoison() {
      return isPoison;
    }

    Progress.Slot slot() {
      return slot;
    }
  }

  private final Parking parking;
  private final Appends appends;
  private final ParkedEvents parkedEvents;
  private final Books books;
  private final Halt halt;
  private final Release release;
  private final Map<String, Deque<Held>> lanes = new HashMap<>();
  private final Set<String> busy = new HashSet<>();

  /** Records that are being parked alone. */
  private int alone;

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
    if (namesAggregate(record.aggregate())) {
      add(record.aggregate(), new Held(parked, Optional.empty(), true, slot));
    } else {
      slot.opened();
      alone++;
      parkAlone(parked, slot);
    }
  }

  private static boolean namesAggregate(String name) {
    int end = name.indexOf('#');
    return end > 0 && end < name.length() - 1;
  }

  /**
   * Parks a record whose key names no aggregate, and so no event will ever have to wait for it:
   * together with all others of the kind, instead of closing a lane for each.
   */
  private void parkAlone(ParkedEvent parked, Progress.Slot slot) {
    appends.add(
        QueueName.Single.of(parked.place().lane()),
        true,
        List.of(parked),
        new Appends.Lane() {
          @Override
          public void parked(int events) {
            alone--;
            slot.finished(ParkedEvents.asFinished(parked));
            books.parkedForAll(parked, Optional.empty());
          }

          @Override
          public void released() {
            parkAlone(parked, slot);
          }

          @Override
          public void unparkable(UnparkableException why) {
            alone--;
            halt.at(slot.position(), "UNPARKABLE", String.valueOf(why.getMessage()));
          }
        });
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
          park(aggregate, List.copyOf(lane), head.isPoison());
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
    return alone + lanes.values().stream().mapToInt(Deque::size).sum();
  }

  /**
   * Drops what is at or behind this position, and everything behind it in the same lane. What is
   * read later of that aggregate may be before this position, and has to wait, too.
   */
  private void stopAt(StreamPosition position) {
    lanes.forEach(
        (aggregate, lane) -> {
          boolean stopped = false;
          for (Iterator<Held> each = lane.iterator(); each.hasNext(); ) {
            stopped |= each.next().slot().position().compareTo(position) >= 0;
            if (stopped) {
              each.remove();
            }
          }
          if (stopped) {
            halt.holdBack(aggregate);
          }
        });
    lanes.values().removeIf(Deque::isEmpty);
  }

  private void add(String aggregate, Held held) {
    held.slot().opened();
    lanes.computeIfAbsent(aggregate, key -> new ArrayDeque<>()).addLast(held);
    advance(aggregate);
  }

  /** Parks an event with all that is held behind it, so that its record is stored once. */
  private void park(String aggregate, List<Held> together, boolean hold) {
    busy.add(aggregate);
    Deque<Held> left = new ArrayDeque<>(together);
    appends.add(
        new QueueName.Lane(lane(aggregate)),
        hold,
        together.stream().map(Held::parkedForm).toList(),
        new Appends.Lane() {
          @Override
          public void parked(int events) {
            for (int i = 0; i < events; i++) {
              AggregateHolds.this.parked(aggregate, left.removeFirst());
            }
            if (left.isEmpty()) {
              busy.remove(aggregate);
              advance(aggregate);
            }
          }

          @Override
          public void released() {
            busy.remove(aggregate);
            advance(aggregate);
          }

          @Override
          public void unparkable(UnparkableException why) {
            haltAt(aggregate, left.getFirst(), why);
          }
        });
  }

  private void haltAt(String aggregate, Held head, UnparkableException unparkable) {
    busy.remove(aggregate);
    halt.dropped(aggregate);
    halt.at(head.slot().position(), "UNPARKABLE", String.valueOf(unparkable.getMessage()));
  }

  private void parked(String aggregate, Held head) {
    Deque<Held> lane = lanes.get(aggregate);
    if (lane != null && head.equals(lane.peekFirst())) {
      lane.removeFirst();
    }
    head.slot().finished(ParkedEvents.asFinished(head.parkedForm()));
    books.parkedForAll(head.parkedForm(), head.envelope());
  }
}

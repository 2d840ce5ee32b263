package io.github.dynamooutbox.relay.internal.progress;

import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which records of a shard are finished, in stream order. Thread-safe: a host asks from its own
 * thread, and a record counts as unfinished from the moment it is handed in.
 */
public final class Progress {
  private final Deque<Slot> unfinished = new ArrayDeque<>();
  private @Nullable StreamPosition last;

  /**
   * Starts to track a record; it is unfinished until its slot is {@linkplain Slot#admitted
   * admitted} and each of its deliveries is finished.
   *
   * @param createdAt when the record was created, if the stream says so; a time that no clock can
   *     say counts as unknown
   * @return empty if the record is not after the last one, and so already tracked
   */
  public synchronized Optional<Slot> track(StreamPosition position, Optional<Instant> createdAt) {
    if (last != null && position.compareTo(last) <= 0) {
      return Optional.empty();
    }
    last = position;
    Slot slot = new Slot(position, createdAt.filter(BoundedClock::isPossible));
    unfinished.addLast(slot);
    return Optional.of(slot);
  }

  /** Whether a position is behind all that were tracked. */
  public synchronized boolean isNew(StreamPosition position) {
    return last == null || position.compareTo(last) > 0;
  }

  public synchronized Optional<StreamPosition> firstUnfinished() {
    dropFinished();
    return Optional.ofNullable(unfinished.peekFirst()).map(slot -> slot.position);
  }

  /** When the first unfinished record was created, if there is one and that is known. */
  public synchronized Optional<Instant> oldest() {
    dropFinished();
    return Optional.ofNullable(unfinished.peekFirst()).flatMap(slot -> slot.createdAt);
  }

  /** A snapshot of the records from the first unfinished one on. */
  public synchronized Rest rest() {
    dropFinished();
    return new Rest(List.copyOf(unfinished));
  }

  /**
   * What was finished of those records since it was last reported, without what an earlier run had
   * finished.
   */
  public synchronized List<FinishedDelivery> newlyAhead() {
    dropFinished();
    List<FinishedDelivery> news = new ArrayList<>();
    unfinished.forEach(slot -> slot.moveNews(news));
    return news;
  }

  private void dropFinished() {
    while (!unfinished.isEmpty() && unfinished.getFirst().isFinished()) {
      unfinished.removeFirst();
    }
  }

  /**
   * The records that were unfinished at some moment, or were behind one that was. It keeps all of
   * them: a host that has asked for the first unfinished position since then may continue there, or
   * anywhere behind it, whatever has been finished meanwhile.
   */
  public final class Rest {
    private final List<Slot> slots;

    private Rest(List<Slot> slots) {
      this.slots = slots;
    }

    /** Where it begins; empty if everything was finished. */
    public Optional<StreamPosition> from() {
      return slots.isEmpty() ? Optional.empty() : Optional.of(slots.get(0).position);
    }

    /** What is finished of these records by now; none of it counts as news any more. */
    public List<FinishedDelivery> finished() {
      synchronized (Progress.this) {
        List<FinishedDelivery> finished = new ArrayList<>();
        for (Slot slot : slots) {
          finished.addAll(slot.finished);
          slot.known = slot.finished.size();
        }
        return finished;
      }
    }

    /** What was finished of these records since it was last reported. */
    public List<FinishedDelivery> news() {
      synchronized (Progress.this) {
        List<FinishedDelivery> news = new ArrayList<>();
        slots.forEach(slot -> slot.moveNews(news));
        return news;
      }
    }
  }

  /** One record's part of the progress. */
  public final class Slot {
    private final StreamPosition position;
    private Optional<Instant> createdAt;
    private final List<FinishedDelivery> finished = new ArrayList<>(2);

    /** How many of these, from the first on, were reported or come from an earlier run. */
    private int known;

    private int open;
    private boolean admitted;

    private Slot(StreamPosition position, Optional<Instant> createdAt) {
      this.position = position;
      this.createdAt = createdAt;
    }

    public StreamPosition position() {
      return position;
    }

    /** When the record was created, if that is known. */
    public Optional<Instant> createdAt() {
      synchronized (Progress.this) {
        return createdAt;
      }
    }

    /** Sets the creation time from the writer's clock, where the stream does not say it. */
    public void written(Instant time) {
      synchronized (Progress.this) {
        createdAt = createdAt.or(() -> Optional.of(time));
      }
    }

    /** One more delivery has to be finished before the record is. */
    public void opened() {
      synchronized (Progress.this) {
        open++;
      }
    }

    /** All deliveries of the record are known; without any, the record is finished. */
    public void admitted() {
      synchronized (Progress.this) {
        admitted = true;
      }
    }

    /** A delivery that was opened is published or parked. */
    public void finished(FinishedDelivery delivery) {
      synchronized (Progress.this) {
        open--;
        finished.add(delivery);
      }
    }

    /** A delivery needs nothing more, because an earlier run has finished it. */
    public void finishedBefore(FinishedDelivery delivery) {
      synchronized (Progress.this) {
        finished.add(known++, delivery);
      }
    }

    /** A delivery that was opened is replaced by others, or by none. */
    public void dissolved() {
      synchronized (Progress.this) {
        open--;
      }
    }

    private void moveNews(List<FinishedDelivery> to) {
      to.addAll(finished.subList(known, finished.size()));
      known = finished.size();
    }

    private boolean isFinished() {
      return admitted && open == 0;
    }
  }

  /** RecordAge of records, whose times are whatever their writers' clocks said. Stateless. */
  public static final class RecordAge {
    private static final Duration MOST = Duration.ofNanos(Long.MAX_VALUE);

    private RecordAge() {}

    /**
     * The time between two instants, at most 292 years in either direction: whoever gets it can
     * convert it to any unit, down to nanoseconds, without an overflow.
     */
    public static Duration between(Instant from, Instant to) {
      Duration age = Duration.between(from, to);
      if (age.abs().compareTo(MOST) <= 0) {
        return age;
      }
      return age.isNegative() ? MOST.negated() : MOST;
    }
  }
}

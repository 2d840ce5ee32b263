package io.github.dynamooutbox.relay.internal.shard;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.circuit.Memory;
import io.github.dynamooutbox.relay.internal.lane.AggregateHolds;
import io.github.dynamooutbox.relay.internal.lane.Books;
import io.github.dynamooutbox.relay.internal.lane.Delivery;
import io.github.dynamooutbox.relay.internal.lane.Halt;
import io.github.dynamooutbox.relay.internal.lane.LaneContext;
import io.github.dynamooutbox.relay.internal.lane.Lanes;
import io.github.dynamooutbox.relay.internal.lane.Parking;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.internal.route.Routed;
import io.github.dynamooutbox.relay.internal.route.Router;
import io.github.dynamooutbox.relay.internal.shard.Incoming.RoutedEvent;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads records, admits them while the window has room, leaves out what an earlier run has
 * finished, and hands each event to its lanes. The first requests leave while the rest of a batch
 * is still to be read. Confined to the relay's event loop.
 */
final class Dispatch {
  /** A record that waits to be admitted, or the end of a batch. */
  private static final class Pending {
    private final Optional<Runnable> endOfBatch;
    private @Nullable KeyedRecord unread;
    private @Nullable Incoming record;

    /** The aggregate of a record that could not be read, and stays behind the halt. */
    private String stopped = "";

    private Pending(@Nullable KeyedRecord unread, Optional<Runnable> endOfBatch) {
      this.unread = unread;
      this.endOfBatch = endOfBatch;
    }
  }

  /**
   * So many records are read in one turn: a few requests of most targets. Answers that have come
   * meanwhile are then handled before more is read.
   */
  private static final int READ_AT_ONCE = 64;

  private static final Duration ROUNDED_TO = Duration.ofMinutes(1);

  private final Intake intake;
  private final Router router;
  private final EventLoop loop;
  private final Halt halt;
  private final Parking parking;
  private final Memory memory;
  private final Books books;
  private final Lanes lanes;
  private final AggregateHolds holds;
  private final FinishedBefore finishedBefore;
  private final Deque<Pending> pending = new ArrayDeque<>();

  /** Those that are still to be read, in the same order. */
  private final Deque<Pending> unread = new ArrayDeque<>();

  /** Whether a turn is due in which more is read. */
  private boolean readsOn;

  private final InstantSource clock;

  /** When the newest record was created of the last batch that was admitted, and of the next. */
  private Optional<Instant> newest = Optional.empty();

  private Optional<Instant> newestOfNext = Optional.empty();

  /** Opens the lanes of one shard. */
  Dispatch(LaneContext context, Intake intake, Router router, List<Target<?>> targets) {
    this.intake = intake;
    loop = context.env().loop();
    this.router = router;
    clock = context.env().clock();
    halt = context.halt();
    parking = context.parking();
    memory = context.memory();
    books = context.books();
    holds = new AggregateHolds(context, this::release);
    lanes = new Lanes(context, targets);
    finishedBefore = new FinishedBefore(context.env().observer());
  }

  /** Reads which of these records' lanes are closed, then continues. */
  void refresh(List<KeyedRecord> records, Runnable then) {
    Set<LaneKey> met = new LinkedHashSet<>();
    if (parking.isDurable()) {
      records.forEach(record -> met.addAll(intake.lanes(record)));
    }
    parking.refresh(met, then);
  }

  /** Leaves out from now on what an earlier run has finished. */
  void leaveOut(Set<FinishedDelivery> finished) {
    finishedBefore.addAll(finished);
  }

  /** Everything before this position is finished: forgets what earlier runs did there. */
  void passed(StreamPosition end) {
    finishedBefore.passed(end);
  }

  /** Takes a batch; {@code admitted} runs once all of it is in the lanes. */
  void add(List<KeyedRecord> batch, Runnable admitted) {
    for (KeyedRecord record : batch) {
      Pending one = new Pending(record, Optional.empty());
      pending.addLast(one);
      unread.addLast(one);
    }
    Runnable endOfBatch =
        () -> {
          newest = newestOfNext.or(() -> newest);
          newestOfNext = Optional.empty();
          admitted.run();
        };
    pending.addLast(new Pending(null, Optional.of(endOfBatch)));
  }

  /**
   * Starts what can be started now.
   *
   * @param isAwaited whether the host gets no more records until everything is done
   */
  void turn(boolean isAwaited) {
    books.takeDrained().forEach(holds::advance);
    readNext();
    boolean isMoreComing;
    do {
      // Others may follow the end of a batch without a pause, so what is not full leaves there.
      boolean isEndOfBatch = admitPending();
      memory.lateness().update();
      isMoreComing = !isEndOfBatch && !unread.isEmpty() && books.hasRoom();
      lanes.pump(isMoreComing);
      // An event that cannot be rendered may just have halted the relay.
    } while (!pending.isEmpty() && admitsNext());
    Optional<Instant> next =
        pending.isEmpty()
            ? newest.filter(last -> isAwaited)
            : Optional.ofNullable(pending.getFirst().record).map(this::createdAt);
    next.ifPresent(lanes::shedForOthers);
    if (!isMoreComing) {
      lanes.park();
    }
  }

  private void readNext() {
    for (int i = 0; i < READ_AT_ONCE && !unread.isEmpty(); i++) {
      Pending next = unread.removeFirst();
      KeyedRecord submitted = Objects.requireNonNull(next.unread);
      next.record = intake.read(submitted).orElse(null);
      if (next.record == null && halt.stops(submitted.slot().position())) {
        next.stopped = submitted.aggregate();
      }
      next.unread = null;
    }
    if (!unread.isEmpty() && !readsOn) {
      readsOn = true;
      // The loop takes a turn after each of its tasks.
      loop.execute(() -> readsOn = false);
    }
  }

  /** The stream rounds the times that it gives, in DynamoDB Local to a minute. */
  private Instant createdAt(Incoming record) {
    Instant written = record.writtenAt().orElse(Instant.MIN);
    Instant created = record.slot().createdAt().orElse(clock.instant());
    Instant last = created.plus(ROUNDED_TO);
    return written.isAfter(last) ? last : written.isBefore(created) ? created : written;
  }

  /** Whether everything that was added is in the lanes. */
  boolean hasRoom() {
    return pending.isEmpty();
  }

  /** Whether nothing is left to do. */
  boolean isIdle() {
    return pending.isEmpty() && holds.open() == 0 && lanes.isEmpty();
  }

  void abort() {
    lanes.abort();
    memory.close();
    pending.clear();
    unread.clear();
  }

  /** Returns whether the end of a batch was reached. */
  private boolean admitPending() {
    boolean isEndOfBatch = false;
    while (!pending.isEmpty() && admitsNext()) {
      Pending next = pending.removeFirst();
      Incoming record = next.record;
      if (record != null) {
        admit(record);
      } else {
        if (!next.stopped.isEmpty()) {
          // Not when it was read: what is before it in its aggregate may still have to leave.
          halt.holdBack(next.stopped);
        }
        isEndOfBatch |= next.endOfBatch.isPresent();
        next.endOfBatch.ifPresent(Runnable::run);
      }
    }
    return isEndOfBatch;
  }

  private void admit(Incoming record) {
    Instant created = createdAt(record);
    newestOfNext = Optional.of(newestOfNext.filter(created::isBefore).orElse(created));
    if (halt.stops(record.slot().position(), record.aggregate())) {
      halt.holdBack(record.aggregate());
    } else {
      if (!finishedBefore.asAWhole(record)) {
        Progress.Slot slot = record.slot();
        record.poison().ifPresent(poison -> holds.addUnreadable(poison, slot));
        record.events().forEach(event -> admit(event, slot, record.aggregate()));
      }
      record.slot().admitted();
    }
  }

  /**
   * After a halt the window does not count: what the halt dropped keeps its room, and little is
   * left to start.
   */
  private boolean admitsNext() {
    Pending next = pending.getFirst();
    return next.unread == null && (next.record == null || halt.isHalted() || books.hasRoom());
  }

  private void admit(RoutedEvent event, Progress.Slot slot, String aggregate) {
    if (finishedBefore.leavesOut(
        () -> Delivery.finished(event.envelope(), LaneKey.ALL_TARGETS), slot)) {
      return;
    }
    // Poison keeps its place among what is held, and stays poison when the rest is released.
    boolean isPoison = event.routed().isUnroutable() && parking.takesPoison();
    if (!isPoison && holds.holds(aggregate)) {
      books.held(event.envelope());
      holds.add(aggregate, event.envelope(), slot);
    } else {
      dispatch(event, slot, aggregate);
    }
  }

  /** Dispatches an event that is no longer held. */
  private void release(Envelope envelope, Progress.Slot slot) {
    books.released(envelope);
    RoutedEvent event = new RoutedEvent(envelope, router.route(envelope));
    dispatch(event, slot, envelope.aggregate().toString());
  }

  private void dispatch(RoutedEvent event, Progress.Slot slot, String aggregate) {
    Envelope envelope = event.envelope();
    books.reached(envelope);
    Routed routed = event.routed();
    switch (routed.kind()) {
      case TO_TARGETS -> {
        for (String target : routed.sorted()) {
          deliver(envelope, slot, new LaneKey(target, aggregate), routed.targets());
        }
      }
      case DROPPED -> books.dropped(envelope, slot);
      case HEARTBEAT -> books.arrived(envelope, slot);
      case UNROUTABLE -> unroutable(envelope, slot, aggregate);
    }
  }

  private void deliver(Envelope envelope, Progress.Slot slot, LaneKey lane, Set<String> routed) {
    Delivery delivery = new Delivery(envelope, lane, Optional.of(routed), slot);
    if (finishedBefore.leavesOut(delivery::asFinished, slot)) {
      books.leftOut(delivery);
      return;
    }
    slot.opened();
    if (halt.stops(envelope.position())) {
      // The relay has just halted at this event or an earlier one: this delivery waits with the
      // rest.
      halt.holdBack(lane.aggregate());
      return;
    }
    lanes.add(delivery);
  }

  private void unroutable(Envelope envelope, Progress.Slot slot, String aggregate) {
    String message =
        "no rule matches event %s of type %s: add a rule that publishes it, or one that drops it"
            .formatted(envelope.event().id(), envelope.event().type());
    if (parking.takesPoison()) {
      books.held(envelope);
      holds.addUnroutable(aggregate, envelope, message, slot);
    } else {
      slot.opened();
      halt.holdBack(aggregate);
      halt.at(slot.position(), ParkReason.UNROUTABLE.name(), message);
    }
  }
}

package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.internal.circuit.Circuit.State;
import io.github.dynamooutbox.relay.internal.circuit.Circuits;
import io.github.dynamooutbox.relay.internal.circuit.Memory;
import io.github.dynamooutbox.relay.internal.lane.Appends;
import io.github.dynamooutbox.relay.internal.lane.Books;
import io.github.dynamooutbox.relay.internal.lane.Delivery;
import io.github.dynamooutbox.relay.internal.lane.Halt;
import io.github.dynamooutbox.relay.internal.lane.LaneContext;
import io.github.dynamooutbox.relay.internal.lane.ParkedEvents;
import io.github.dynamooutbox.relay.internal.lane.Parking;
import io.github.dynamooutbox.relay.internal.lane.Receipts;
import io.github.dynamooutbox.relay.internal.lane.TargetLanes;
import io.github.dynamooutbox.relay.internal.lane.Window;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Publication;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** The relay's lanes, with everything that they need, for one page. Confined to the event loop. */
final class PagePipeline {
  /**
   * A target counts as down when it has accepted nothing of a page for this long, in at least three
   * requests.
   */
  static final Duration DOWN_AFTER = Duration.ofSeconds(8);

  private static final String SCOPE = "redrive";

  private final Map<String, GatedTarget<?>> targets = new TreeMap<>();
  private final Map<String, TargetLanes<?>> lanes = new TreeMap<>();
  private final Progress progress = new Progress();
  private final Progress.Slot slot =
      progress.track(new StreamPosition("1"), Optional.empty()).orElseThrow();
  private final PageObserver observer;
  private final Circuits circuits;
  private final Parking parking;
  private final Appends appends;
  private final Books books;

  /**
   * Creates empty lanes.
   *
   * @param loop the page's event loop
   * @param maySend asked right before each request
   */
  PagePipeline(
      RedriveContext context,
      EventLoop loop,
      RequiredCalls calls,
      QueuesOfPage queues,
      Receipts receipts,
      Set<String> targetNames,
      BooleanSupplier maySend) {
    observer = new PageObserver(context.observer());
    Memory memory =
        Memory.ofOneRun(targetNames, DOWN_AFTER, context.backoff().random(), context.clock());
    circuits = memory.circuits();
    ParkingPolicy policy = new ParkingPolicy(Optional.of(context.table()), true, Optional.empty());
    parking = new Parking(policy, SCOPE, Optional.of(queues), calls, memory);
    appends = new Appends(parking);
    Window unbounded = new Window(Integer.MAX_VALUE, Long.MAX_VALUE);
    books = new Books(observer, context.clock(), unbounded, receipts);
    LaneContext shared =
        new LaneContext(
            loop,
            context.clock(),
            context.backoff(),
            circuits,
            memory.lateness(),
            parking,
            appends,
            new ParkedEvents(context.codec(), context.clock()),
            memory.failing(),
            books,
            new Halt(observer),
            observer);
    for (String name : targetNames) {
      Gate gate = context.gate(name);
      open(context.target(name), gate, maySend, loop, shared);
    }
  }

  private <E extends Entry> void open(
      Target<E> target, Gate gate, BooleanSupplier maySend, EventLoop loop, LaneContext shared) {
    GatedTarget<E> gated = new GatedTarget<>(target, gate, maySend, loop);
    targets.put(target.name(), gated);
    lanes.put(target.name(), new TargetLanes<>(gated, shared));
  }

  /** Reads which queues come before the page's own for these lanes, then continues. */
  void refresh(Collection<LaneKey> met, Runnable then) {
    parking.refresh(met, then);
  }

  /** Takes deliveries, in the order of their lanes. */
  Map<FinishedDelivery, Delivery> add(List<Publication> publications) {
    Map<FinishedDelivery, Delivery> deliveries = new LinkedHashMap<>();
    for (Publication publication : publications) {
      Delivery delivery =
          new Delivery(publication.envelope(), publication.lane(), publication.routed(), slot);
      deliveries.put(publication.asFinished(), delivery);
      slot.opened();
      books.opened(delivery);
      lanesOf(publication.target()).add(delivery);
    }
    return deliveries;
  }

  private TargetLanes<?> lanesOf(String target) {
    TargetLanes<?> found = lanes.get(target);
    if (found == null) {
      throw new IllegalStateException("no target \"" + target + "\"");
    }
    return found;
  }

  /** Starts what can be started now. */
  void pump() {
    lanes.values().forEach(TargetLanes::pump);
    appends.flush();
  }

  /** Whether nothing is left to be sent or appended. */
  boolean isEmpty() {
    for (TargetLanes<?> each : lanes.values()) {
      if (each.open() > 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether no request is under way. */
  boolean isIdle() {
    for (GatedTarget<?> each : targets.values()) {
      if (!each.isIdle()) {
        return false;
      }
    }
    return true;
  }

  /** Whether every target for which something is left has accepted nothing for a while. */
  boolean isDown() {
    boolean isEmpty = true;
    for (Map.Entry<String, TargetLanes<?>> each : lanes.entrySet()) {
      if (each.getValue().open() > 0) {
        if (circuits.state(each.getKey()) != State.OPEN) {
          return false;
        }
        isEmpty = false;
      }
    }
    return !isEmpty;
  }

  /** Events that were accepted so far. */
  int published() {
    return observer.published();
  }

  /** What is published, or appended to a queue. */
  Set<FinishedDelivery> finished() {
    return new HashSet<>(progress.rest().finished());
  }

  /** Drops what was not sent. */
  void abort() {
    appends.close();
    lanes.values().forEach(TargetLanes::abort);
  }
}

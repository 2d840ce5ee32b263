package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.internal.circuit.CircuitPolicy;
import io.github.dynamooutbox.relay.internal.circuit.Memory;
import io.github.dynamooutbox.relay.internal.lane.Delivery;
import io.github.dynamooutbox.relay.internal.lane.LaneContext;
import io.github.dynamooutbox.relay.internal.lane.Lanes;
import io.github.dynamooutbox.relay.internal.lane.Parking;
import io.github.dynamooutbox.relay.internal.lane.Receipts;
import io.github.dynamooutbox.relay.internal.lane.RelayEnv;
import io.github.dynamooutbox.relay.internal.lane.Window;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.internal.queue.AppendingQueues;
import io.github.dynamooutbox.relay.internal.queue.ParkingQueues;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Publication;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Stuck;
import io.github.dynamooutbox.relay.internal.shard.ShardLoop;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Publishes one page of a queue as the relay publishes a batch: through lanes, batches, retries and
 * a circuit. Ends when everything is published or moved, when the targets of what is left have
 * accepted nothing for a while, or when time is up; waits for what is in flight. Confined to the
 * event loop.
 */
final class PagePublish {
  /**
   * What became of a page.
   *
   * @param left the events that stay, for each segment
   * @param published accepted events, counted once for each target
   * @param served the targets that have accepted something
   * @param moved events that are in another queue now
   * @param obstacle why something stays, or was moved
   */
  record Outcome(
      List<List<ParkedEvent>> left,
      int published,
      List<String> served,
      int moved,
      Optional<Stuck> obstacle) {
    Outcome {
      served = List.copyOf(served);
    }
  }

  private static final Duration TICK = Duration.ofSeconds(1);

  /** While events wait for the allowance. */
  private static final Duration SHORT_TICK = Duration.ofMillis(100);

  /**
   * A target counts as down when it has accepted nothing of a page for this long, in at least three
   * requests.
   */
  static final Duration DOWN_AFTER = Duration.ofSeconds(8);

  private static final String SCOPE = "redrive";

  private final RedriveContext context;
  private final QueueName queue;
  private final List<Segment> page;
  private final BooleanSupplier goOn;
  private final Receipts receipts;
  private final EventLoop loop;
  private final RequiredCalls calls;
  private final ParkingQueues queues;
  private final QueuesOfPage ofPage;
  private final PagePlan plan;
  private final Parking parking;
  private final List<GatedTarget<?>> targets = new ArrayList<>();
  private final Lanes lanes;
  private final Progress progress = new Progress();
  private final Progress.Slot slot =
      progress.track(new StreamPosition("1"), Optional.empty()).orElseThrow();
  private final CompletableFuture<Outcome> done = new CompletableFuture<>();
  private final Map<FinishedDelivery, Delivery> deliveries = new HashMap<>();

  /** What is not in its lane yet. */
  private final Deque<Publication> next = new ArrayDeque<>();

  private EventLoop.Timer tick = () -> {};

  /** Accepted events, and the requests that all targets had accepted when the last of them was. */
  private int published;

  private final Set<String> served = new TreeSet<>();

  private int publishedThen;
  private long acceptedThen;
  private boolean started;
  private boolean ending;
  private boolean ended;

  /**
   * Publishes a page, once.
   *
   * @param selected which events may be sent, unless one before them in their lane may not
   * @param goOn asked before each request
   */
  PagePublish(
      RedriveContext context,
      QueueName queue,
      List<Segment> page,
      Predicate<ParkedEvent> selected,
      Receipts receipts,
      BooleanSupplier goOn) {
    this.context = context;
    this.queue = queue;
    this.page = page;
    this.goOn = goOn;
    this.receipts = receipts;
    loop = new ShardLoop(context.env().loop(), this::turn, done::completeExceptionally);
    RelayEnv env = context.env().on(loop).observedBy(this::observe);
    calls = env.requiredCalls();
    queues = new AppendingQueues(context.table(), calls, env.clock());
    ofPage = new QueuesOfPage(queues, queue);
    plan = new PagePlan(context, queue, page, selected);
    Set<String> names = new TreeSet<>();
    plan.publications().forEach(each -> names.add(each.target()));
    names.forEach(name -> targets.add(gated(context.target(name))));
    acceptedThen = accepted();
    Memory memory = Memory.ofOneRun(names, DOWN_AFTER, env.backoff().random(), env.clock());
    ParkingPolicy policy = new ParkingPolicy(Optional.of(context.table()), true, Optional.empty());
    parking = new Parking(policy, SCOPE, Optional.of(ofPage), calls, memory);
    Window unbounded = new Window(Integer.MAX_VALUE, Long.MAX_VALUE);
    lanes = new Lanes(LaneContext.of(env, memory, parking, unbounded, receipts), targets);
  }

  private <E extends Entry> GatedTarget<E> gated(Target<E> target) {
    return new GatedTarget<>(
        target, context.gate(target.name()), () -> !ending && goOn.getAsBoolean(), loop);
  }

  /** Forwards the outcomes of events, except that they are parked, which is not news. */
  private void observe(RelayEvent event) {
    if (event instanceof RelayEvent.Published accepted) {
      published++;
      served.add(accepted.target());
    }
    if (isForwarded(event)) {
      context.env().observer().observe(event);
    }
  }

  static boolean isForwarded(RelayEvent event) {
    return event instanceof RelayEvent.Published
        || event instanceof RelayEvent.Retried
        || event instanceof RelayEvent.Deduplicated
        || event instanceof RelayEvent.Rejected
        || event instanceof RelayEvent.BatchSent
        || event instanceof RelayEvent.Answered
        || event instanceof RelayEvent.ControlFailed;
  }

  CompletionStage<Outcome> start() {
    loop.execute(this::begin);
    return done;
  }

  /** Stops retrying calls; the result may then never complete. */
  void close() {
    ended = true;
    calls.close();
    lanes.abort();
  }

  private void begin() {
    tick();
    Set<LaneKey> met = new HashSet<>();
    plan.publications().forEach(each -> met.add(each.lane()));
    // A lane that is closed by itself, and single events, come before everything else.
    boolean isFirst = !queue.isBacklog() && !queue.target().equals(LaneKey.ALL_TARGETS);
    if (isFirst) {
      deliver();
    } else {
      parking.refresh(met, this::deliver);
    }
  }

  private void deliver() {
    if (ended) {
      return;
    }
    next.addAll(plan.publications());
    started = true;
  }

  private void deliverWhatIsAllowed() {
    int allowed = goOn.getAsBoolean() ? context.allowance().take(next.size()) : 0;
    for (int left = allowed; left > 0; left--) {
      Publication publication = next.removeFirst();
      Delivery delivery =
          new Delivery(publication.envelope(), publication.lane(), publication.routed(), slot);
      deliveries.put(publication.asFinished(), delivery);
      slot.opened();
      lanes.add(delivery);
    }
  }

  private void tick() {
    if (!ended) {
      tick = loop.schedule(next.isEmpty() ? TICK : SHORT_TICK, this::tick);
    }
  }

  private void turn() {
    if (ended || (!started && goOn.getAsBoolean())) {
      return;
    }
    if (!ending) {
      deliverWhatIsAllowed();
      lanes.pump(false);
      lanes.park();
      if (published > publishedThen) {
        publishedThen = published;
        acceptedThen = accepted();
      }
      ending = (lanes.isEmpty() && next.isEmpty()) || lanes.isDown() || !goOn.getAsBoolean();
    }
    if (ending && ofPage.isIdle() && targets.stream().allMatch(GatedTarget::isIdle)) {
      end();
    }
  }

  private void end() {
    ended = true;
    tick.cancel();
    boolean isDown = lanes.isDown();
    lanes.abort();
    receipts.write();
    receipts.whenWritten(() -> leave(isDown));
  }

  /** What was published leaves its queue, now that its receipts are durable. */
  private void leave(boolean isDown) {
    Set<FinishedDelivery> finished = new HashSet<>(progress.rest().finished());
    List<Publication> unfinished =
        plan.publications().stream().filter(each -> !finished.contains(each.asFinished())).toList();
    StuckEvents stuck = new StuckEvents(context, unfinished, deliveries);
    boolean isBacklog = queue.isBacklog();
    if (isDown && isTargetDown(stuck)) {
      stuck.targets().forEach(target -> context.pageFailed(target, isBacklog));
    } else if (isDown && isBacklog) {
      stuck.move(
          queues,
          plan::eventOf,
          moved -> {
            finished.addAll(moved);
            complete(finished, moved.size(), stuck.obstacle());
          },
          done::completeExceptionally);
      return;
    }
    complete(finished, 0, stuck.obstacle());
  }

  /**
   * Whether what is left fails because its target is down, and not because some events of the page
   * are stuck; in both cases nothing of the page was accepted for a while.
   */
  private boolean isTargetDown(StuckEvents left) {
    boolean acceptsOthers = accepted() - acceptedThen >= CircuitPolicy.ENOUGH_OTHERS;
    boolean acceptedMost = left.heads() <= published;
    return !(acceptsOthers || (acceptedMost && left.areTried()));
  }

  /** Requests of which something was accepted, of all pages, to the targets of this one. */
  private long accepted() {
    return targets.stream().mapToLong(each -> context.gate(each.name()).accepted()).sum();
  }

  private void complete(Set<FinishedDelivery> finished, int moved, Optional<Stuck> failure) {
    PagePlan.Rest rest = plan.new Rest(finished, ofPage.kept());
    List<List<ParkedEvent>> left = page.stream().map(segment -> rest.of(segment.events())).toList();
    rest.dropped().forEach(event -> receipts.dropped(event, () -> {}));
    calls.close();
    Outcome outcome =
        new Outcome(
            left,
            published,
            List.copyOf(served),
            ofPage.moved() + moved,
            rest.obstacle().or(() -> failure).or(plan::obstacle));
    receipts.write();
    receipts.whenWritten(() -> done.complete(outcome));
  }
}

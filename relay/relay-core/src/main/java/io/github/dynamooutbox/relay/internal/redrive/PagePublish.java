package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.internal.lane.Delivery;
import io.github.dynamooutbox.relay.internal.lane.Receipts;
import io.github.dynamooutbox.relay.internal.queue.AppendingQueues;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Publication;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Stuck;
import io.github.dynamooutbox.relay.internal.shard.ShardLoop;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.internal.queue.ParkingQueues;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
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
  private static final Duration TICK = Duration.ofSeconds(1);

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
  private final PagePipeline pipeline;
  private final Evidence evidence;
  private final CompletableFuture<PageOutcome> done = new CompletableFuture<>();
  private Map<FinishedDelivery, Delivery> deliveries = Map.of();
  private EventLoop.Timer tick = () -> {};
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
    loop = new ShardLoop(context.loop(), this::turn, done::completeExceptionally);
    calls = new RequiredCalls(loop, context.control(), context.observer());
    queues = new AppendingQueues(context.table(), calls, context.clock());
    ofPage = new QueuesOfPage(queues, queue);
    plan = new PagePlan(context, queue, page, selected);
    Set<String> targets = new TreeSet<>();
    plan.publications().forEach(each -> targets.add(each.target()));
    pipeline =
        new PagePipeline(
            context, loop, calls, ofPage, receipts, targets, () -> !ending && goOn.getAsBoolean());
    evidence = new Evidence(context, targets);
  }

  CompletionStage<PageOutcome> start() {
    loop.execute(this::begin);
    return done;
  }

  /** Stops retrying calls; the result may then never complete. */
  void close() {
    ended = true;
    tick.cancel();
    calls.close();
    pipeline.abort();
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
      pipeline.refresh(met, this::deliver);
    }
  }

  private void deliver() {
    if (ended) {
      return;
    }
    deliveries = pipeline.add(plan.publications());
    started = true;
  }

  private void tick() {
    if (!ended) {
      tick = loop.schedule(TICK, this::tick);
    }
  }

  private void turn() {
    if (ended || (!started && goOn.getAsBoolean())) {
      return;
    }
    if (!ending) {
      pipeline.pump();
      evidence.seen(pipeline.published());
      ending = pipeline.isEmpty() || pipeline.isDown() || !goOn.getAsBoolean();
    }
    if (ending && pipeline.isIdle() && ofPage.isIdle()) {
      end();
    }
  }

  private void end() {
    ended = true;
    tick.cancel();
    boolean isDown = pipeline.isDown();
    pipeline.abort();
    receipts.write();
    receipts.whenWritten(() -> leave(isDown));
  }

  /** What was published leaves its queue, now that its receipts are durable. */
  private void leave(boolean isDown) {
    Set<FinishedDelivery> finished = pipeline.finished();
    List<Publication> unfinished =
        plan.publications().stream().filter(each -> !finished.contains(each.asFinished())).toList();
    StuckEvents stuck = new StuckEvents(context, unfinished, deliveries);
    boolean isBacklog = queue.isBacklog();
    if (isDown && evidence.isTargetDown(stuck, pipeline.published())) {
      stuck.targets().forEach(target -> context.gate(target).pageFailed(isBacklog));
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

  private void complete(Set<FinishedDelivery> finished, int moved, Optional<Stuck> failure) {
    Rest rest = new Rest(plan, finished, ofPage.kept());
    List<List<ParkedEvent>> left = page.stream().map(segment -> rest.of(segment.events())).toList();
    rest.dropped().forEach(event -> receipts.dropped(event, () -> {}));
    calls.close();
    PageOutcome outcome =
        new PageOutcome(
            left,
            pipeline.published(),
            ofPage.moved() + moved,
            rest.obstacle().or(() -> failure).or(plan::obstacle));
    receipts.write();
    receipts.whenWritten(() -> done.complete(outcome));
  }
}

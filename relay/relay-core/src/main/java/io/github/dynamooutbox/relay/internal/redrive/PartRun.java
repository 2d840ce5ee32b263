package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.internal.lane.Receipts;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Stuck;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiPredicate;

/**
 * One redrive of one part, under its lease: backlogs of all targets and up to 16 lanes at a time,
 * and after them what is parked for all targets. Confined to the event loop.
 */
public final class PartRun {
  private static final int LANES_AT_ONCE = 16;

  /** What is to be done, and until when. */
  public record Task(
      int part,
      String name,
      List<QueueName> queues,
      BiPredicate<QueueName, ParkedEvent> events,
      Instant end,
      Instant stop,
      Instant leasedUntil) {}

  /** Receives the progress of a run. */
  public interface Report {
    void busy(Lease lease);

    void page(int published, int moved);

    void ended(QueueName queue, Drained how, Optional<Stuck> why);
  }

  private record Ending(Drained how, Optional<Stuck> why) {}

  private final RedriveContext context;
  private final Task task;
  private final Report report;
  private final RequiredCalls calls;
  private final Receipts receipts;
  private final Deque<QueueName> lanes = new ArrayDeque<>();
  private final Deque<QueueName> backlogs = new ArrayDeque<>();
  private final Deque<QueueName> forAll = new ArrayDeque<>();
  private final Set<PagePublish> pages = new LinkedHashSet<>();

  /** Queues whose target is down, with how they ended last; they are tried again. */
  private final Map<QueueName, Ending> waiting = new LinkedHashMap<>();

  /** The queues not yet reported as ended. */
  private final Set<QueueName> open;

  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private EventLoop.Timer stop = () -> {};
  private boolean isWaiting;
  private int marks;
  private int lanesUnderWay;
  private int underWay;

  public PartRun(RedriveContext context, Task task, Report report) {
    this.context = context;
    this.task = task;
    this.report = report;
    calls = context.env().requiredCalls();
    receipts = context.receipts();
    open = new LinkedHashSet<>(task.queues());
  }

  /** Runs it; fails if a page cannot be published because of a bug in the relay. */
  public CompletionStage<Void> start() {
    Instant now = context.env().clock().instant();
    stop = context.env().loop().schedule(Duration.between(now, task.stop()), this::stop);
    calls.repeat(
        "lease a part",
        () -> context.table().lease(task.part(), task.name(), now, task.leasedUntil()),
        this::leased);
    return done;
  }

  private void leased(Lease lease) {
    if (lease.owner().equals(task.name())) {
      task.queues().forEach(each -> place(each).addLast(each));
      next();
    } else {
      report.busy(lease);
      end();
    }
  }

  private Deque<QueueName> place(QueueName queue) {
    if (queue.isBacklog()) {
      return backlogs;
    }
    return queue.target().equals(LaneKey.ALL_TARGETS) ? forAll : lanes;
  }

  private void next() {
    while (!backlogs.isEmpty()) {
      begin(backlogs.removeFirst(), false);
    }
    while (lanesUnderWay < LANES_AT_ONCE && !lanes.isEmpty()) {
      begin(lanes.removeFirst(), true);
    }
    while (underWay == 0 && lanes.isEmpty() && !forAll.isEmpty()) {
      begin(forAll.removeFirst(), true);
    }
    if (!mayBegin()) {
      List<QueueName> left = List.copyOf(waiting.keySet());
      left.forEach(queue -> ended(queue, Objects.requireNonNull(waiting.remove(queue))));
    }
    if (!waiting.isEmpty()) {
      await();
    } else if (underWay == 0 && lanes.isEmpty() && forAll.isEmpty()) {
      receipts.write();
      receipts.whenWritten(this::giveBack);
    }
  }

  private void await() {
    if (!isWaiting) {
      isWaiting = true;
      Duration pause = Duration.ofMillis(500 + context.env().backoff().random().nextLong(1_000));
      calls.later(pause, this::tryAgain);
    }
  }

  private void tryAgain() {
    isWaiting = false;
    for (QueueName queue : List.copyOf(waiting.keySet())) {
      if (!isDown(queue)) {
        waiting.remove(queue);
        place(queue).addLast(queue);
      } else if (mayBegin() && isAdmitted(queue)) {
        waiting.remove(queue);
        drain(queue, place(queue) != backlogs);
      }
    }
    next();
  }

  private boolean isDown(QueueName queue) {
    return context.known(queue.target()).map(Gate::isDown).orElse(false);
  }

  private boolean isAdmitted(QueueName queue) {
    Instant now = context.env().now();
    return context.known(queue.target()).map(gate -> gate.admits(now)).orElse(true);
  }

  private void begin(QueueName queue, boolean isLane) {
    if (!mayBegin()) {
      ended(queue, new Ending(Drained.INTERRUPTED, Optional.empty()));
    } else if (isAdmitted(queue)) {
      drain(queue, isLane);
    } else {
      waiting.put(queue, new Ending(Drained.INTERRUPTED, Optional.empty()));
    }
  }

  private void giveBack() {
    calls.repeat(
        "give a lease back",
        () -> context.table().giveBack(task.part(), task.name()),
        given -> end());
  }

  private void drain(QueueName queue, boolean isLane) {
    underWay++;
    lanesUnderWay += isLane ? 1 : 0;
    List<Stuck> why = new ArrayList<>();
    QueueDrain.Context drain =
        new QueueDrain.Context(
            context.table(),
            calls,
            context.env().clock(),
            page -> publish(queue, page, why),
            () -> mayBegin() && context.known(queue.target()).map(Gate::isOpen).orElse(true),
            task.name());
    new QueueDrain(drain, queue)
        .start()
        .whenComplete(
            (drained, failure) -> {
              underWay--;
              lanesUnderWay -= isLane ? 1 : 0;
              if (failure != null) {
                fail(failure);
                return;
              }
              drained(queue, new Ending(drained, why.stream().findFirst()));
              next();
            });
  }

  private void drained(QueueName queue, Ending ending) {
    context.known(queue.target()).ifPresent(Gate::tried);
    if (ending.how() != Drained.RELEASED && isDown(queue)) {
      waiting.put(queue, ending);
    } else {
      ended(queue, ending);
    }
  }

  /** Reports each queue once, even if its drain ends after the stop. */
  private void ended(QueueName queue, Ending ending) {
    if (open.remove(queue)) {
      report.ended(queue, ending.how(), ending.why());
    }
  }

  private CompletionStage<List<List<ParkedEvent>>> publish(
      QueueName queue, List<Segment> segments, List<Stuck> why) {
    PagePublish page =
        new PagePublish(
            context,
            queue,
            segments,
            event -> task.events().test(queue, event),
            receipts,
            this::mayBegin);
    pages.add(page);
    return page.start()
        .thenCompose(
            outcome -> {
              pages.remove(page);
              report.page(outcome.published(), outcome.moved());
              outcome.obstacle().ifPresent(why::add);
              return served(outcome).thenApply(told -> outcome.left());
            });
  }

  /** Lets the relays know which targets accept events: their circuits may be open. */
  private CompletionStage<Void> served(PagePublish.Outcome outcome) {
    CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
    Instant now = context.env().now();
    for (String target : outcome.served()) {
      if (context.gate(target).isMarkDue(now)) {
        CompletableFuture<Void> told = new CompletableFuture<>();
        String mark = "%s/%d/%d".formatted(task.name(), task.part(), ++marks);
        calls.repeat(
            "tell that a target accepts events",
            () -> context.table().served(target, mark),
            told::complete);
        all = CompletableFuture.allOf(all, told);
      }
    }
    return all;
  }

  /** Asked before each page and each request: whether there is time, and the lease is held. */
  private boolean mayBegin() {
    return context.env().clock().instant().isBefore(task.end());
  }

  private void fail(Throwable failure) {
    // First, or it would end as if nothing had happened.
    done.completeExceptionally(failure);
    stop();
  }

  private void stop() {
    List.copyOf(pages).forEach(PagePublish::close);
    List.copyOf(open)
        .forEach(queue -> ended(queue, new Ending(Drained.INTERRUPTED, Optional.empty())));
    end();
  }

  private void end() {
    stop.cancel();
    calls.close();
    done.complete(null);
  }
}

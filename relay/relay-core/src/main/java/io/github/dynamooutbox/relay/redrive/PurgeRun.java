package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.relay.internal.redrive.TakingOut;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import io.github.dynamooutbox.relay.redrive.Purge.Result;
import io.github.dynamooutbox.relay.redrive.Purge.Watch;
import io.github.dynamooutbox.relay.redrive.RedriveResult.Why;
import io.github.dynamooutbox.relay.redrive.WaysOut.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * One purge, in rounds: some queues of each part are emptied, one after the other, and then
 * released, many at a time because each is closed for a moment before its release. Confined to the
 * event loop.
 */
final class PurgeRun {
  /**
   * The length of a round, after which empty queues are released and the leases are taken again.
   */
  private static final Duration ROUND = Duration.ofSeconds(15);

  /** Time for releasing this many queues at once. What is not released by then is tried again. */
  private static final Duration RELEASE = Duration.ofSeconds(10);

  private static final int RELEASED_AT_ONCE = 160;

  /**
   * How much longer a lease lasts than the work under it, so that work started at the last moment
   * ends in time.
   */
  private static final Duration LEASED_LONGER = Duration.ofSeconds(60);

  /**
   * What is to be discarded.
   *
   * @param before only events parked by then, by the relay's clock
   * @param margin how long before its end a redrive starts nothing more
   */
  record Task(
      String name,
      String target,
      Instant before,
      Decision decision,
      Watch watch,
      Duration margin) {}

  /** The queues that were emptied, and where the part continues. */
  private record Step(List<QueueSummary> emptied, Optional<QueuePlace> next) {}

  private final RedriveBuilder settings;
  private final Redrive redrive;
  private final WaysOut waysOut;
  private final Task task;
  private final Executor loop;
  private final Map<Integer, Why> obstacles = new HashMap<>();
  private final Map<Integer, Lease> busy = new HashMap<>();
  private long events;
  private long released;
  private long unreleased;

  PurgeRun(RedriveBuilder settings, Redrive redrive, WaysOut waysOut, Task task) {
    this.settings = settings;
    this.redrive = redrive;
    this.waysOut = waysOut;
    this.task = task;
    loop = settings.setup().loop()::execute;
  }

  CompletionStage<Result> start() {
    return CompletableFuture.completedStage(QueuePlace.all(task.target()))
        .thenComposeAsync(this::rounds, loop);
  }

  private CompletionStage<Result> rounds(List<QueuePlace> places) {
    if (places.isEmpty() || !task.watch().goesOn()) {
      return CompletableFuture.completedStage(
          new Result(events, released, obstacles, busy, places.isEmpty() && unreleased == 0));
    }
    Instant end = now().plus(ROUND);
    List<CompletableFuture<Step>> steps =
        places.stream().map(place -> step(place, end).toCompletableFuture()).toList();
    return CompletableFuture.allOf(steps.toArray(CompletableFuture<?>[]::new))
        .thenComposeAsync(all -> release(steps), loop)
        .thenComposeAsync(
            all -> rounds(steps.stream().flatMap(step -> step.join().next().stream()).toList()),
            loop);
  }

  private CompletionStage<Step> step(QueuePlace place, Instant end) {
    return place
        .page(settings.setup().queues())
        .thenComposeAsync(
            page ->
                page.queues().isEmpty()
                    ? page.next()
                        .map(next -> step(next, end))
                        .orElse(
                            CompletableFuture.completedStage(new Step(List.of(), Optional.empty())))
                    : discard(page, end).thenApplyAsync(how -> ended(place, page, how), loop),
            loop);
  }

  private CompletionStage<TakingOut.Result> discard(QueuePlace.Page page, Instant end) {
    TakingOut.Meant meant =
        new TakingOut.Meant(
            page.queues().stream().map(QueueSummary::queue).toList(), this::isMeant);
    return waysOut.discard(
        task.name(), meant, task.decision(), end.plus(LEASED_LONGER), new UntilThen(end));
  }

  private boolean isMeant(ParkedEvent event) {
    return !event.attempts().last().isAfter(task.before());
  }

  private Step ended(QueuePlace place, QueuePlace.Page page, TakingOut.Result how) {
    events += how.events();
    how.busy().ifPresent(lease -> busy.put(place.part(), lease));
    WaysOut.why(how.obstacle()).ifPresent(why -> obstacles.put(place.part(), why));
    Set<QueueName> empty = new HashSet<>(how.emptied());
    boolean goesOn = how.busy().isEmpty() && how.obstacle().isEmpty();
    Optional<QueuePlace> next = how.isFinished() ? page.next() : Optional.of(place);
    return new Step(
        page.queues().stream().filter(each -> empty.contains(each.queue())).toList(),
        next.filter(any -> goesOn));
  }

  /** Lets live events pass again, by a redrive of the empty queues. */
  private CompletionStage<Void> release(List<CompletableFuture<Step>> steps) {
    List<QueueSummary> empty = new ArrayList<>();
    steps.forEach(step -> empty.addAll(step.join().emptied()));
    // Mixes the parts, so that all of them are worked on at the same time.
    empty.sort(Comparator.comparingInt(each -> each.queue().hashCode()));
    return releaseAll(empty);
  }

  private CompletionStage<Void> releaseAll(List<QueueSummary> empty) {
    if (empty.isEmpty()) {
      return CompletableFuture.completedStage(null);
    }
    int some = Math.min(RELEASED_AT_ONCE, empty.size());
    return release(empty.subList(0, some), 0)
        .thenComposeAsync(done -> releaseAll(empty.subList(some, empty.size())), loop);
  }

  /**
   * Repeats it while it releases more; queues that were released before count again, because they
   * are absent.
   */
  private CompletionStage<Void> release(List<QueueSummary> some, int before) {
    return releaseOnce(some)
        .thenComposeAsync(
            result -> {
              if (result.unfinished() > 0 && result.released() > before) {
                return release(some, result.released());
              }
              released += result.released();
              unreleased += result.unfinished();
              return CompletableFuture.completedStage(null);
            },
            loop);
  }

  private CompletionStage<RedriveResult> releaseOnce(List<QueueSummary> some) {
    RedriveOrder order =
        new RedriveOrder(
            EnumSet.complementOf(EnumSet.of(ParkReason.BEHIND)),
            Optional.of(task.target()),
            Optional.empty());
    Instant end = now().plus(RELEASE);
    Instant stop = end.plus(task.margin());
    return redrive.run(
        task.name(), some, order, new RedriveTime(end, stop, stop.plus(LEASED_LONGER)));
  }

  private Instant now() {
    return settings.clock().instant();
  }

  /** The caller's watch, limited to the end of a round. */
  private final class UntilThen implements Watch {
    private final Instant end;

    private UntilThen(Instant end) {
      this.end = end;
    }

    @Override
    public boolean goesOn() {
      return task.watch().goesOn() && now().isBefore(end);
    }

    @Override
    public void discarded(int number) {
      task.watch().discarded(number);
    }
  }
}

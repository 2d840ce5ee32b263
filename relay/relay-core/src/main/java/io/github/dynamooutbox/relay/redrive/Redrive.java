package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.relay.internal.lane.Paces;
import io.github.dynamooutbox.relay.internal.redrive.Allowance;
import io.github.dynamooutbox.relay.internal.redrive.Drained;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Stuck;
import io.github.dynamooutbox.relay.internal.redrive.PartRun;
import io.github.dynamooutbox.relay.internal.redrive.RedriveContext;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import io.github.dynamooutbox.relay.park.queue.WayOutTable;
import io.github.dynamooutbox.relay.redrive.RedriveResult.Why;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * Publishes parked events as the relay does, in the order of their lanes, with the same batches,
 * retries and limits, and releases their queues, so that live events pass again. It continues where
 * the last redrive stopped, and may run while relays publish and park.
 *
 * <p>A lease ensures that only one redrive works on a part at a time. Each redrive has at most as
 * many requests to a target in flight as one shard of the relay, however many parts it works on,
 * and one at a time while the target throttles. Thread-safe.
 */
public final class Redrive {
  private final RedriveBuilder settings;
  private final Paces paces;
  private final Allowance allowance;

  Redrive(RedriveBuilder settings) {
    this.settings = settings;
    paces = new Paces(settings.clock());
    allowance = settings.allowance();
  }

  /**
   * Returns a builder.
   *
   * @param setup the relay's queues, targets, rules and loop
   */
  public static RedriveBuilder builder(RedriveBuilder.Setup setup) {
    return new RedriveBuilder(setup);
  }

  /**
   * Lists the queues of all parts that are held or being closed. Reads only their states, which
   * takes about one read unit for sixteen queues, and at least sixteen units.
   */
  public CompletionStage<List<QueueSummary>> parked() {
    CompletableFuture<List<QueueSummary>> all = CompletableFuture.completedFuture(List.of());
    for (int part = 0; part < QueueName.PARTS; part++) {
      CompletionStage<List<QueueSummary>> some = settings.setup().queues().queues(part);
      all =
          all.thenCombine(
              some, (before, more) -> Stream.concat(before.stream(), more.stream()).toList());
    }
    return all;
  }

  /**
   * Returns the ways out for events that will never be published, with the same queues and targets.
   */
  public WaysOut waysOut(WayOutTable table) {
    return new WaysOut(settings, table);
  }

  /**
   * Returns a purge, which discards everything that is parked for a target.
   *
   * @param margin how long before its end a redrive starts nothing more
   */
  public Purge purge(WayOutTable table, Duration margin) {
    return new Purge(settings, this, waysOut(table), margin);
  }

  /**
   * Redrives queues, those of several parts at the same time.
   *
   * @param name distinguishes this run from all others
   * @param queues what {@link #parked} returned, or some of it; queues that hold nothing of the
   *     order are left alone
   * @return completes exceptionally only because of a bug in the relay; what was published stays
   *     published. Failed calls to the control table are retried until time is up
   */
  public CompletionStage<RedriveResult> run(
      String name, List<QueueSummary> queues, RedriveOrder order, RedriveTime time) {
    CompletableFuture<RedriveResult> done = new CompletableFuture<>();
    settings.setup().loop().execute(() -> start(name, queues, order, time, done));
    return done;
  }

  private void start(
      String name,
      List<QueueSummary> queues,
      RedriveOrder order,
      RedriveTime time,
      CompletableFuture<RedriveResult> done) {
    Map<Integer, List<QueueName>> parts = new TreeMap<>();
    for (QueueSummary each : queues) {
      if (order.concerns(each.queue()) && mayHold(each, order)) {
        parts.computeIfAbsent(each.queue().part(), part -> new ArrayList<>()).add(each.queue());
      }
    }
    RedriveContext context = settings.context(paces, allowance);
    Totals totals = new Totals();
    List<CompletableFuture<Void>> runs = new ArrayList<>();
    parts.forEach(
        (part, ofPart) -> {
          PartRun.Task task =
              new PartRun.Task(
                  part,
                  name,
                  ofPart,
                  (queue, event) -> isSelected(queue, event, order),
                  time.end(),
                  time.stop(),
                  time.leasedUntil());
          runs.add(new PartRun(context, task, totals.of(part)).start().toCompletableFuture());
        });
    CompletionStage<Void> all = CompletableFuture.allOf(runs.toArray(CompletableFuture<?>[]::new));
    all.whenComplete(
        (nothing, failure) -> {
          if (failure == null) {
            done.complete(totals.result);
          } else {
            done.completeExceptionally(failure);
          }
        });
  }

  /**
   * Whether a queue may hold something to redrive, judged by its counts, so that queues that do not
   * are not read. Counts may be wrong, so each queue is read once an hour in any case.
   */
  private boolean mayHold(QueueSummary queue, RedriveOrder order) {
    if (order.reasons().isEmpty() || queue.queue().isBacklog()) {
      return order.reasons().contains(ParkReason.BLOCKED);
    }
    Set<ParkReason> held = EnumSet.noneOf(ParkReason.class);
    queue.counts().forEach((reason, count) -> held.addAll(count > 0 ? Set.of(reason) : Set.of()));
    held.remove(ParkReason.BEHIND);
    boolean holdsSome = held.stream().anyMatch(order.reasons()::contains);
    boolean holdsOthers = !held.isEmpty() && !holdsSome;
    return holdsSome || !holdsOthers || isHourlyReadDue(queue.queue());
  }

  private boolean isHourlyReadDue(QueueName queue) {
    Instant now = settings.clock().instant();
    return Math.floorMod(queue.hashCode(), 60) == now.atOffset(ZoneOffset.UTC).getMinute();
  }

  private static boolean isSelected(QueueName queue, ParkedEvent event, RedriveOrder order) {
    ParkReason reason = event.cause().reason();
    boolean isChosen =
        !queue.isUnordered()
            || order.singles().map(all -> all.contains(event.place())).orElse(true);
    return isChosen
        && (reason == ParkReason.BEHIND || order.reasons().contains(reason))
        && order.aggregate().map(event.place().lane().aggregate()::equals).orElse(true);
  }

  /** Adds up what the parts do. Confined to the event loop. */
  private static final class Totals {
    private RedriveResult result = RedriveResult.NOTHING;

    private PartRun.Report of(int part) {
      return new PartRun.Report() {
        @Override
        public void busy(Lease lease) {
          add(0, 0, 0, Map.of(), 0, Map.of(part, lease));
        }

        @Override
        public void page(int published, int moved) {
          add(published, moved, 0, Map.of(), 0, Map.of());
        }

        @Override
        public void ended(QueueName queue, Drained how, Optional<Stuck> why) {
          switch (how) {
            case RELEASED -> add(0, 0, 1, Map.of(), 0, Map.of());
            case STUCK -> add(0, 0, 0, Map.of(queue, whyOf(why)), 0, Map.of());
            case INTERRUPTED -> add(0, 0, 0, Map.of(), 1, Map.of());
          }
        }
      };
    }

    private static Why whyOf(Optional<Stuck> stuck) {
      return stuck
          .map(each -> new Why(each.code(), each.message()))
          .orElseGet(() -> new Why("TARGET_DOWN", "the target has accepted nothing for a while"));
    }

    private void add(
        long published,
        long moved,
        int released,
        Map<QueueName, Why> stuck,
        int unfinished,
        Map<Integer, Lease> busy) {
      result = result.plus(new RedriveResult(published, moved, released, stuck, unfinished, busy));
    }
  }
}

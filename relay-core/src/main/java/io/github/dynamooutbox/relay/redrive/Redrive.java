package io.github.dynamooutbox.relay.redrive;

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
 * The way back of parked events: publishes them as the relay does, in the order of their lanes,
 * with the same batches, retries and limits, and releases their queues, so that live events pass
 * again. It goes on where the last one stopped, and may run while relays publish and park.
 *
 * <p>A lease makes sure that one redrive works on a part at a time. Each redrive has at most as
 * many requests under way to a target as one shard of the relay, whatever number of parts it works
 * on, and one at a time while the target throttles. Thread-safe.
 */
public final class Redrive {
  private final RedriveBuilder settings;

  Redrive(RedriveBuilder settings) {
    this.settings = settings;
  }

  /**
   * Starts to put a redrive together.
   *
   * @param setup the relay's queues, targets, rules and loop
   */
  public static RedriveBuilder builder(RedriveBuilder.Setup setup) {
    return new RedriveBuilder(setup);
  }

  /**
   * All queues that hold something, of all parts. Reads their states only: about one unit for each
   * sixteen queues, and at least sixteen.
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

  /** The ways out for what is parked for good, with the same queues and targets. */
  public WaysOut waysOut(WayOutTable table) {
    return new WaysOut(settings, table);
  }

  /**
   * Discards all that is parked for a target.
   *
   * @param margin how long before its end a redrive begins nothing more
   */
  public Purge purge(WayOutTable table, Duration margin) {
    return new Purge(settings, this, waysOut(table), margin);
  }

  /**
   * Redrives queues, those of several parts at the same time.
   *
   * @param name tells this run from all others
   * @param queues what {@link #parked} has found, or some of it; those that hold nothing of the
   *     order are not touched
   * @return fails only because of a fault of the relay itself; what was published stays published.
   *     Whatever fails at the control table is tried again until time is up
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
    RedriveContext context = settings.context();
    Totals totals = new Totals();
    List<CompletableFuture<Void>> runs = new ArrayList<>();
    parts.forEach(
        (part, ofPart) -> {
          PartRun.Task task =
              new PartRun.Task(
                  part,
                  name,
                  ofPart,
                  event -> isSelected(event, order),
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
   * Whether a queue may hold something to redrive, as its counts say, so that nothing is read of
   * those that do not. Counts may be wrong, and so each queue is looked at once an hour.
   */
  private boolean mayHold(QueueSummary queue, RedriveOrder order) {
    boolean isBacklog = queue.queue().fold(part -> true, lane -> false, single -> false);
    if (order.reasons().isEmpty() || isBacklog) {
      return order.reasons().contains(ParkReason.BLOCKED);
    }
    Set<ParkReason> held = EnumSet.noneOf(ParkReason.class);
    queue.counts().forEach((reason, count) -> held.addAll(count > 0 ? Set.of(reason) : Set.of()));
    held.remove(ParkReason.BEHIND);
    boolean holdsSome = held.stream().anyMatch(order.reasons()::contains);
    boolean holdsOthers = !held.isEmpty() && !holdsSome;
    return holdsSome || !holdsOthers || isDueForALook(queue.queue());
  }

  private boolean isDueForALook(QueueName queue) {
    Instant now = settings.clock().instant();
    return Math.floorMod(queue.hashCode(), 60) == now.atOffset(ZoneOffset.UTC).getMinute();
  }

  private static boolean isSelected(ParkedEvent event, RedriveOrder order) {
    ParkReason reason = event.cause().reason();
    return (reason == ParkReason.BEHIND || order.reasons().contains(reason))
        && order.aggregate().map(event.place().lane().aggregate()::equals).orElse(true);
  }

  /** Adds up what the parts do. Belongs to the loop. */
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

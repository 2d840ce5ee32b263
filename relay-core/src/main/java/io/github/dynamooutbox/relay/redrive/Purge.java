package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import io.github.dynamooutbox.relay.redrive.RedriveResult.Why;
import io.github.dynamooutbox.relay.redrive.WaysOut.Decision;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Discards all that is parked for a target, in one pass over its queues: all parts at once, some
 * queues of each at a time, so that memory does not grow with their number. Each event leaves its
 * queue in one transaction with its mark, as in {@link WaysOut}; a queue in which nothing is left
 * is released. What was discarded before is gone, so whatever ends it, another one goes on.
 * Thread-safe.
 */
public final class Purge {
  /** How much is parked. Counts may be too high after a crash, as {@link QueueSummary} says. */
  public record Found(long queues, long events) {
    Found plus(Found other) {
      return new Found(queues + other.queues, events + other.events);
    }
  }

  /** Whoever waits for it. Called by the loop: must not block. */
  public interface Watch {
    /** Whether more is to be discarded; asked before each transaction. */
    boolean goesOn();

    /** So many more events are discarded. */
    void discarded(int events);
  }

  /**
   * What has happened.
   *
   * @param events that were discarded
   * @param released queues in which nothing was left
   * @param obstacles why parts were left before all was discarded
   * @param busy parts on which somebody else works; nothing more was done there
   * @param isFinished false if the watch has ended it, or a queue in which nothing was left could
   *     not be released
   */
  public record Result(
      long events,
      long released,
      Map<Integer, Why> obstacles,
      Map<Integer, Lease> busy,
      boolean isFinished) {
    public Result {
      obstacles = Map.copyOf(obstacles);
      busy = Map.copyOf(busy);
    }

    /** Whether nothing is left of what was parked when it began. */
    public boolean isComplete() {
      return isFinished && obstacles.isEmpty() && busy.isEmpty();
    }
  }

  private final RedriveBuilder settings;
  private final Redrive redrive;
  private final WaysOut waysOut;
  private final Duration margin;

  Purge(RedriveBuilder settings, Redrive redrive, WaysOut waysOut, Duration margin) {
    this.settings = settings;
    this.redrive = redrive;
    this.waysOut = waysOut;
    this.margin = margin;
  }

  /**
   * How much is parked for a target. Reads the states of all queues once.
   *
   * @param target or {@code *}: what is parked for all targets
   */
  public CompletionStage<Found> look(String target) {
    CompletionStage<Found> all = CompletableFuture.completedStage(new Found(0, 0));
    for (QueuePlace place : QueuePlace.all(target)) {
      all = all.thenCombine(look(place), Found::plus);
    }
    return all;
  }

  private CompletionStage<Found> look(QueuePlace place) {
    return place
        .page(settings.setup().queues())
        .thenCompose(
            page ->
                page.next()
                    .map(next -> look(next).thenApply(page.found()::plus))
                    .orElse(CompletableFuture.completedStage(page.found())));
  }

  /**
   * Discards it: what was parked until now, not what a relay parks meanwhile.
   *
   * @param name tells this call from all other redrives
   * @param target or {@code *}: what is parked for all targets
   */
  public CompletionStage<Result> run(String name, String target, Decision decision, Watch watch) {
    PurgeRun.Task task =
        new PurgeRun.Task(name, target, settings.clock().instant(), decision, watch, margin);
    return new PurgeRun(settings, redrive, waysOut, task).start();
  }
}

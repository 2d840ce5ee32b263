package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import io.github.dynamooutbox.relay.redrive.RedriveResult.Why;
import io.github.dynamooutbox.relay.redrive.WaysOut.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Discards everything that is parked for a target, in one pass over its queues: all parts at once,
 * some queues of each at a time, so that memory use does not grow with their number. Each event
 * leaves its queue in one transaction with its mark, as in {@link WaysOut}; a queue in which
 * nothing is left is released. If it ends early, what was discarded stays discarded, and another
 * purge continues. Thread-safe.
 */
public final class Purge {
  /** How much is parked. Counts may be too high after a crash, as {@link QueueSummary} says. */
  public record Found(long queues, long events) {
    Found plus(Found other) {
      return new Found(queues + other.queues, events + other.events);
    }
  }

  /** Controls and observes a purge. Called on the event loop: must not block. */
  public interface Watch {
    /** Whether to continue; asked before each transaction. */
    boolean goesOn();

    /** This many more events were discarded. */
    void discarded(int events);
  }

  /**
   * What a purge has done.
   *
   * @param events number of events that were discarded
   * @param released number of queues that were emptied and released
   * @param obstacles why parts were left before everything was discarded, by part
   * @param busy parts that another redrive has leased; nothing more was done there
   * @param isFinished false if the watch ended it, or an empty queue could not be released
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

    /** Whether nothing is left of what was parked when it started. */
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
   * @param target a target's name, or {@code *} for what is parked for all targets
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
   * Discards what was parked by a time, and not what a relay has parked since then.
   *
   * @param name distinguishes this call from all other redrives
   * @param target a target's name, or {@code *} for what is parked for all targets
   * @param before when somebody last looked at what there is to discard
   */
  public CompletionStage<Result> run(
      String name, String target, Instant before, Decision decision, Watch watch) {
    PurgeRun.Task task = new PurgeRun.Task(name, target, before, decision, watch, margin);
    return new PurgeRun(settings, redrive, waysOut, task).start();
  }
}

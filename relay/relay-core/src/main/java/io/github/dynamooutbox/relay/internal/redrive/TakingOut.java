package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Stuck;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.park.queue.WayOutTable;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes events for one target out of queues of one part, under its lease. Confined to the event
 * loop.
 */
public final class TakingOut {
  public static final String REPLAY = "replay";

  private static final int SEGMENTS = 8;

  /**
   * Which events to take out.
   *
   * @param queues where they may be; all of one part, at least one
   * @param meant which of their events
   */
  public record Meant(List<QueueName> queues, Predicate<ParkedEvent> meant) {
    public Meant {
      queues = List.copyOf(queues);
    }

    /**
     * What is parked in a lane, in the order in which it is redriven.
     *
     * @param meant which of it
     */
    public static Meant of(LaneKey lane, Predicate<ParkedEvent> meant) {
      return new Meant(
          List.of(new QueueName.Lane(lane), QueueName.Part.of(lane), QueueName.Single.of(lane)),
          meant);
    }
  }

  /**
   * Who decided it, and why.
   *
   * @param to the target that gets the events; empty if they are discarded
   */
  public record Decided(String by, String reason, Optional<String> to) {}

  /**
   * How it is done.
   *
   * @param name distinguishes this from other redrives
   * @param goesOn asked before each transaction
   * @param taken receives the number of events that each transaction took out
   */
  public record Task(
      String name,
      Meant meant,
      Decided decided,
      Instant leasedUntil,
      BooleanSupplier goesOn,
      IntConsumer taken) {}

  /**
   * What was done.
   *
   * @param emptied the queues in which nothing is left
   * @param isFinished false if it stopped early
   */
  public record Result(
      int events,
      List<QueueName> emptied,
      Optional<Stuck> obstacle,
      Optional<Lease> busy,
      boolean isFinished) {}

  private final RedriveContext context;
  private final SegmentTakeOut segments;
  private final Task task;
  private final CompletableFuture<Result> done;
  private final Executor loop;
  private final List<QueueName> emptied = new ArrayList<>();

  public TakingOut(
      RedriveContext context, WayOutTable table, Task task, CompletableFuture<Result> done) {
    this.context = context;
    segments = new SegmentTakeOut(context, table, task);
    this.task = task;
    this.done = done;
    loop = context.env().loop()::execute;
  }

  public void start() {
    int part = task.meant().queues().get(0).part();
    Instant now = context.env().clock().instant();
    CompletionStage<Lease> leased =
        context.table().lease(part, task.name(), now, task.leasedUntil());
    leased
        .thenComposeAsync(
            lease ->
                lease.owner().equals(task.name())
                    ? takeOut(part)
                    : CompletableFuture.completedStage(
                        new Result(0, List.of(), Optional.empty(), Optional.of(lease), true)),
            loop)
        .whenComplete(this::end);
  }

  private void end(@Nullable Result result, @Nullable Throwable failure) {
    if (failure == null) {
      done.complete(result);
    } else {
      done.completeExceptionally(failure);
    }
  }

  private CompletionStage<Result> takeOut(int part) {
    CompletionStage<Optional<Stuck>> taken = fromQueues(task.meant().queues().iterator());
    CompletableFuture<Result> given = new CompletableFuture<>();
    taken.whenComplete(
        (obstacle, failure) ->
            giveBack(
                part,
                () -> {
                  if (failure == null) {
                    given.complete(result(obstacle));
                  } else {
                    given.completeExceptionally(failure);
                  }
                }));
    return given;
  }

  private Result result(Optional<Stuck> obstacle) {
    return new Result(
        segments.events(), List.copyOf(emptied), obstacle, Optional.empty(), !segments.isStopped());
  }

  /** A lease that cannot be given back expires. */
  private void giveBack(int part, Runnable then) {
    CompletionStage<Void> given = context.table().giveBack(part, task.name());
    given.whenComplete((nothing, failure) -> then.run());
  }

  private CompletionStage<Optional<Stuck>> fromQueues(Iterator<QueueName> queues) {
    return queues.hasNext() && segments.goesOn()
        ? unlessAbsent(queues.next())
            .thenComposeAsync(
                obstacle ->
                    obstacle.isPresent()
                        ? CompletableFuture.completedStage(obstacle)
                        : fromQueues(queues),
                loop)
        : CompletableFuture.completedStage(Optional.empty());
  }

  /** Reads the queue's own state: listing all queues would cost a read of them for each lane. */
  private CompletionStage<Optional<Stuck>> unlessAbsent(QueueName queue) {
    return context
        .table()
        .state(queue)
        .thenComposeAsync(
            state ->
                state.isAbsent()
                    ? CompletableFuture.completedStage(Optional.empty())
                    : allFrom(queue),
            loop);
  }

  private CompletionStage<Optional<Stuck>> allFrom(QueueName queue) {
    segments.begin();
    return fromQueue(queue, Optional.empty())
        .thenApplyAsync(
            obstacle -> {
              if (obstacle.isEmpty() && segments.isAllTaken()) {
                emptied.add(queue);
              }
              return obstacle;
            },
            loop);
  }

  private CompletionStage<Optional<Stuck>> fromQueue(QueueName queue, Optional<Segment> after) {
    return context
        .table()
        .read(queue, after, OptionalLong.empty(), SEGMENTS)
        .thenComposeAsync(
            page ->
                fromSegments(page.iterator())
                    .thenComposeAsync(
                        obstacle ->
                            obstacle.isPresent() || page.size() < SEGMENTS || segments.isStopped()
                                ? CompletableFuture.completedStage(obstacle)
                                : fromQueue(queue, Optional.of(page.get(page.size() - 1))),
                        loop),
            loop);
  }

  private CompletionStage<Optional<Stuck>> fromSegments(Iterator<Segment> page) {
    return page.hasNext() && segments.goesOn()
        ? segments
            .takeFrom(page.next())
            .thenComposeAsync(
                obstacle ->
                    obstacle.isPresent()
                        ? CompletableFuture.completedStage(obstacle)
                        : fromSegments(page),
                loop)
        : CompletableFuture.completedStage(Optional.empty());
  }
}

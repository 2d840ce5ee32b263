package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Content;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Stuck;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import io.github.dynamooutbox.relay.park.queue.WayOutTable;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Takes events of one lane out of its queues, under the lease of their part. */
public final class TakingOut {
  public static final String REPLAY = "replay";

  private static final int SEGMENTS = 8;

  /**
   * What is to leave.
   *
   * @param to the target to which it is sent; empty: it is discarded
   */
  public record Task(
      String name,
      LaneKey lane,
      Optional<String> eventId,
      String by,
      String reason,
      Optional<String> to,
      Instant leasedUntil) {}

  /** What has happened. */
  public record Result(int events, Optional<Stuck> obstacle, Optional<Lease> busy) {}

  private final RedriveContext context;
  private final WayOutTable table;
  private final Task task;
  private final CompletableFuture<Result> done;
  private final Executor loop;
  private int events;

  public TakingOut(
      RedriveContext context, WayOutTable table, Task task, CompletableFuture<Result> done) {
    this.context = context;
    this.table = table;
    this.task = task;
    this.done = done;
    loop = context.loop()::execute;
  }

  public void start() {
    int part = QueueName.partOf(task.lane());
    Instant now = context.clock().instant();
    CompletionStage<Lease> leased =
        context.table().lease(part, task.name(), now, task.leasedUntil());
    leased
        .thenComposeAsync(
            lease ->
                lease.owner().equals(task.name())
                    ? takeOut(part)
                    : CompletableFuture.completedStage(
                        new Result(0, Optional.empty(), Optional.of(lease))),
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
    CompletionStage<Optional<Stuck>> taken =
        context
            .table()
            .queues(part)
            .thenComposeAsync(
                found ->
                    fromQueues(
                        found.stream().map(QueueSummary::queue).filter(this::mayHold).iterator()),
                loop);
    CompletableFuture<Result> given = new CompletableFuture<>();
    taken.whenComplete(
        (obstacle, failure) ->
            giveBack(
                part,
                () -> {
                  if (failure == null) {
                    given.complete(new Result(events, obstacle, Optional.empty()));
                  } else {
                    given.completeExceptionally(failure);
                  }
                }));
    return given;
  }

  /** A lease that cannot be given back ends by itself. */
  private void giveBack(int part, Runnable then) {
    CompletionStage<Void> given = context.table().giveBack(part, task.name());
    given.whenComplete((nothing, failure) -> then.run());
  }

  private boolean mayHold(QueueName queue) {
    return queue.target().equals(task.lane().target())
        && queue.fold(part -> true, lane -> lane.lane().equals(task.lane()), single -> true);
  }

  private CompletionStage<Optional<Stuck>> fromQueues(Iterator<QueueName> queues) {
    return queues.hasNext()
        ? fromQueue(queues.next(), Optional.empty())
            .thenComposeAsync(
                obstacle ->
                    obstacle.isPresent()
                        ? CompletableFuture.completedStage(obstacle)
                        : fromQueues(queues),
                loop)
        : CompletableFuture.completedStage(Optional.empty());
  }

  private CompletionStage<Optional<Stuck>> fromQueue(QueueName queue, Optional<Segment> after) {
    return context
        .table()
        .read(queue, after, OptionalLong.empty(), SEGMENTS)
        .thenComposeAsync(
            page ->
                page.isEmpty()
                    ? CompletableFuture.completedStage(Optional.<Stuck>empty())
                    : fromSegments(page.iterator())
                        .thenComposeAsync(
                            obstacle ->
                                obstacle.isPresent()
                                    ? CompletableFuture.completedStage(obstacle)
                                    : fromQueue(queue, Optional.of(page.get(page.size() - 1))),
                            loop),
            loop);
  }

  private CompletionStage<Optional<Stuck>> fromSegments(Iterator<Segment> segments) {
    return segments.hasNext()
        ? fromSegment(segments.next())
            .thenComposeAsync(
                obstacle ->
                    obstacle.isPresent()
                        ? CompletableFuture.completedStage(obstacle)
                        : fromSegments(segments),
                loop)
        : CompletableFuture.completedStage(Optional.empty());
  }

  /** One after the other where they are sent; otherwise as many as a transaction takes. */
  private CompletionStage<Optional<Stuck>> fromSegment(Segment segment) {
    int most = task.to().isPresent() ? 1 : WayOutTable.MOST_MARKS;
    List<ParkedEvent> chosen = segment.events().stream().filter(this::isMeant).limit(most).toList();
    if (chosen.isEmpty()) {
      return CompletableFuture.completedStage(Optional.empty());
    }
    if (task.to().isEmpty()) {
      return remove(segment, chosen);
    }
    return send(chosen.get(0), task.to().get())
        .thenComposeAsync(
            failure ->
                failure.isPresent()
                    ? CompletableFuture.completedStage(failure)
                    : remove(segment, chosen),
            loop);
  }

  private CompletionStage<Optional<Stuck>> remove(Segment segment, List<ParkedEvent> chosen) {
    List<ParkedEvent> left = new ArrayList<>(segment.events());
    left.removeAll(chosen);
    Instant now = context.clock().instant();
    List<WayOut> marks =
        chosen.stream()
            .map(
                event ->
                    new WayOut(
                        idOf(event),
                        task.lane().target(),
                        task.to(),
                        task.by(),
                        task.reason(),
                        now))
            .distinct()
            .toList();
    return table
        .takeOut(segment, left, marks)
        .thenComposeAsync(
            isTaken -> {
              if (!isTaken) {
                return CompletableFuture.completedStage(
                    Optional.of(new Stuck("CHANGED", "somebody has changed the queue: try again")));
              }
              events += chosen.size();
              return left.isEmpty()
                  ? CompletableFuture.completedStage(Optional.<Stuck>empty())
                  : fromSegment(
                      new Segment(
                          segment.queue(),
                          segment.number(),
                          segment.append(),
                          segment.index(),
                          left));
            },
            loop);
  }

  private boolean isMeant(ParkedEvent event) {
    return event.place().lane().equals(task.lane())
        && task.eventId().map(idOf(event)::equals).orElse(true);
  }

  private String idOf(ParkedEvent event) {
    return event.eventId(context.codec());
  }

  private CompletionStage<Optional<Stuck>> send(ParkedEvent event, String to) {
    Content content = context.content().asSentTo(event, to);
    if (content.stuck().isPresent()) {
      return CompletableFuture.completedStage(content.stuck());
    }
    CompletionStage<Optional<Stuck>> sent = CompletableFuture.completedStage(Optional.empty());
    for (ParkedContent.Publication each : content.left()) {
      sent =
          sent.thenComposeAsync(
              failure ->
                  failure.isPresent()
                      ? CompletableFuture.completedStage(failure)
                      : SinglePublish.of(context.target(to), marked(each.envelope())),
              loop);
    }
    return sent;
  }

  /** The same event, as a replay: for consumers, and for whoever makes deduplication ids of it. */
  private static Envelope marked(Envelope envelope) {
    List<OutboxEvent> all = new ArrayList<>(envelope.record().events());
    all.set(envelope.index(), envelope.event().withHeader(REPLAY, UUID.randomUUID().toString()));
    OutboxRecord replay = envelope.record().withEvents(all);
    return new Envelope(envelope.position(), envelope.key(), replay, envelope.index());
  }
}

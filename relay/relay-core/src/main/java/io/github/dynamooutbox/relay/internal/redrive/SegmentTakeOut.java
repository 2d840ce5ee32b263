package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Content;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Stuck;
import io.github.dynamooutbox.relay.internal.redrive.TakingOut.Task;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import io.github.dynamooutbox.relay.park.queue.WayOutTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** Takes events out of one segment after the other. Confined to the event loop. */
final class SegmentTakeOut {
  private final RedriveContext context;
  private final WayOutTable table;
  private final Task task;
  private final Executor loop;
  private boolean isStopped;
  private boolean isSomeLeft;
  private int events;

  SegmentTakeOut(RedriveContext context, WayOutTable table, Task task) {
    this.context = context;
    this.table = table;
    this.task = task;
    loop = context.env().loop()::execute;
  }

  /** Starts with another queue. */
  void begin() {
    isSomeLeft = false;
  }

  /** Whether nothing was left in the segments since then. */
  boolean isAllTaken() {
    return !isSomeLeft && !isStopped;
  }

  /** Whether more may be taken out; once it may not, it never may. */
  boolean goesOn() {
    isStopped = isStopped || !task.goesOn().getAsBoolean();
    return !isStopped;
  }

  boolean isStopped() {
    return isStopped;
  }

  /** How many events were taken out. */
  int events() {
    return events;
  }

  /** One after the other where they are sent; otherwise as many as a transaction takes. */
  CompletionStage<Optional<Stuck>> takeFrom(Segment segment) {
    Optional<String> to = task.decided().to();
    int most = to.isPresent() ? 1 : WayOutTable.MOST_MARKS;
    List<ParkedEvent> chosen =
        segment.events().stream().filter(task.meant().meant()).limit(most).toList();
    if (chosen.isEmpty() || !goesOn()) {
      isSomeLeft = true;
      return CompletableFuture.completedStage(Optional.empty());
    }
    if (to.isEmpty()) {
      return remove(segment, chosen);
    }
    return send(chosen.get(0), to.get())
        .thenComposeAsync(
            failure ->
                failure.isPresent()
                    ? CompletableFuture.completedStage(failure)
                    : remove(segment, chosen),
            loop);
  }

  private CompletionStage<Optional<Stuck>> remove(Segment segment, List<ParkedEvent> chosen) {
    List<ParkedEvent> left = new ArrayList<>(segment.events());
    // By identity: to compare them would decode the records of all.
    Set<ParkedEvent> gone = Collections.newSetFromMap(new IdentityHashMap<>());
    gone.addAll(chosen);
    left.removeIf(gone::contains);
    Instant now = context.env().clock().instant();
    List<WayOut> marks =
        chosen.stream()
            .map(
                event ->
                    new WayOut(
                        idOf(event),
                        Optional.of(
                            new WayOut.Origin(event.place().record(), event.place().index())),
                        event.place().lane().target(),
                        task.decided().to(),
                        task.decided().by(),
                        task.decided().reason(),
                        now))
            .distinct()
            .toList();
    return table
        .takeOut(segment, left, marks)
        .thenComposeAsync(
            isTaken -> {
              if (!isTaken) {
                return CompletableFuture.completedStage(
                    Optional.of(
                        new Stuck("CHANGED", "the queue was changed meanwhile: try again")));
              }
              events += chosen.size();
              task.taken().accept(chosen.size());
              return left.isEmpty()
                  ? CompletableFuture.completedStage(Optional.<Stuck>empty())
                  : takeFrom(
                      new Segment(
                          segment.queue(),
                          segment.number(),
                          segment.append(),
                          segment.index(),
                          left));
            },
            loop);
  }

  private String idOf(ParkedEvent event) {
    return context.content().eventId(event);
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

  /** The same event marked as a replay, for consumers and for deduplication ids. */
  private static Envelope marked(Envelope envelope) {
    List<OutboxEvent> all = new ArrayList<>(envelope.record().events());
    all.set(
        envelope.index(),
        envelope.event().withHeader(TakingOut.REPLAY, UUID.randomUUID().toString()));
    OutboxRecord replay = envelope.record().withEvents(all);
    return new Envelope(envelope.position(), envelope.key(), replay, envelope.index());
  }
}

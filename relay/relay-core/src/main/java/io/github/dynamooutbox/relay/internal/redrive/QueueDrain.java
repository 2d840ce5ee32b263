package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState;
import io.github.dynamooutbox.relay.park.queue.QueueState.Closing;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.park.queue.Segment;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Drains one queue from its beginning, page by page; after the last page it closes the queue, reads
 * once more, and releases it. Nobody appends while the queue is closed, so that a queue with live
 * traffic is released as well.
 *
 * <p>Each page is read from the beginning again, never from behind the page before, and up to the
 * number that was the highest before the read began: an append whose number is lower may become
 * visible late, but always before the next event of its lanes gets a number. Confined to the event
 * loop.
 */
public final class QueueDrain {
  /** Segments are up to 380 KB, and up to 1 MiB when they are inflated. */
  private static final int MOST_SEGMENTS = 8;

  /** At most this many events are published again if a redrive dies. */
  private static final int MOST_EVENTS = 1_000;

  /** How long appends wait at most for a redrive that closes their queue. */
  static final Duration CLOSING = Duration.ofSeconds(10);

  /** Appends that were in flight when the queue was closed have stored their events by then. */
  static final Duration GRACE = Duration.ofMillis(500);

  /** Time reserved for releasing the queue, or for holding it again. */
  private static final Duration MARGIN = Duration.ofSeconds(2);

  /**
   * What a drain works with.
   *
   * @param publish completes with the events of each segment that have to stay there; the others
   *     are published, or moved to another queue
   * @param goOn asked before each page: whether the lease is held and time is left
   * @param name distinguishes this redrive from others
   */
  public record Context(
      QueueTable table,
      RequiredCalls calls,
      InstantSource clock,
      Function<List<Segment>, CompletionStage<List<List<ParkedEvent>>>> publish,
      BooleanSupplier goOn,
      String name) {}

  private final Context context;
  private final QueueTable table;
  private final QueueName queue;
  private final CompletableFuture<Drained> done = new CompletableFuture<>();
  private Optional<Segment> after = Optional.empty();
  private int segments = 2;
  private int attempts;
  private int waits;

  public QueueDrain(Context context, QueueName queue) {
    this.context = context;
    this.table = context.table();
    this.queue = queue;
  }

  /** Runs it. Fails if publishing does; may never complete if the calls are closed. */
  public CompletionStage<Drained> start() {
    readState();
    return done;
  }

  private void readState() {
    repeat("read the state of a queue", () -> table.state(queue), this::found);
  }

  private void found(QueueState state) {
    state.when(
        () -> stop(Drained.RELEASED),
        held -> ifTimeIsLeft(() -> read(held.last())),
        closing -> ifTimeIsLeft(() -> await(closing)));
  }

  private void ifTimeIsLeft(Runnable next) {
    if (context.goOn().getAsBoolean()) {
      next.run();
    } else {
      stop(Drained.INTERRUPTED);
    }
  }

  /** Another redrive has left the queue closed, or is still at work on it. */
  private void await(Closing closing) {
    if (context.clock().instant().isAfter(closing.until())) {
      repeat("hold a queue again", () -> table.reopen(queue, closing.by()), held -> readState());
    } else {
      context.calls().later(context.calls().pauseAfter(++waits), this::readState);
    }
  }

  private void read(long last) {
    repeat(
        "read parked events",
        () -> table.read(queue, after, OptionalLong.of(last), segments),
        found -> {
          boolean isLast = found.size() < segments;
          List<Segment> page = paged(found);
          boolean isWhole = isLast && page.size() == found.size();
          publish(page, () -> readOn(isWhole), ended -> stuck(page, isWhole, ended));
        });
  }

  /** The segments that fit into a page; the next read asks for as many. */
  private List<Segment> paged(List<Segment> found) {
    int events = 0;
    int taken = 0;
    while (taken < found.size()
        && (taken == 0 || events + found.get(taken).events().size() <= MOST_EVENTS)) {
      events += found.get(taken++).events().size();
    }
    if (taken > 0) {
      segments = Math.max(1, Math.min(MOST_SEGMENTS, taken * MOST_EVENTS / Math.max(1, events)));
    }
    return found.subList(0, taken);
  }

  /** Single events do not wait for each other. */
  private void stuck(List<Segment> page, boolean isWhole, Drained ended) {
    if (queue.isUnordered() && ended == Drained.STUCK) {
      after = Optional.of(page.get(page.size() - 1));
      readOn(isWhole);
    } else {
      stop(ended);
    }
  }

  private void readOn(boolean isWhole) {
    if (!isWhole) {
      readState();
    } else if (after.isPresent()) {
      stop(Drained.STUCK);
    } else {
      close();
    }
  }

  private void close() {
    Instant until = context.clock().instant().plus(CLOSING);
    Closing closing = new Closing(until, context.name() + '/' + ++attempts);
    repeat(
        "close a queue",
        () -> table.close(queue, closing),
        state -> {
          // Compared by name: a table may store times less precisely than a clock gives them.
          if (state.isClosingBy(closing.by())) {
            context.calls().later(GRACE, () -> readLast(closing));
          } else {
            found(state);
          }
        });
  }

  private void readLast(Closing closing) {
    if (context.clock().instant().plus(MARGIN).isAfter(closing.until())) {
      reopen(closing, this::readState);
      return;
    }
    repeat(
        "read parked events",
        () -> table.read(queue, Optional.empty(), OptionalLong.empty(), segments),
        found -> {
          List<Segment> page = paged(found);
          if (page.isEmpty()) {
            release(closing);
          } else {
            publish(page, () -> readLast(closing), ended -> reopen(closing, () -> stop(ended)));
          }
        });
  }

  private void release(Closing closing) {
    repeat("release a queue", () -> table.release(queue, closing.by()), this::found);
  }

  private void reopen(Closing closing, Runnable then) {
    repeat("hold a queue again", () -> table.reopen(queue, closing.by()), held -> then.run());
  }

  private void stop(Drained how) {
    done.complete(how);
  }

  private void publish(List<Segment> page, Runnable then, Consumer<Drained> stopped) {
    if (page.isEmpty()) {
      then.run();
      return;
    }
    if (!context.goOn().getAsBoolean()) {
      stopped.accept(Drained.INTERRUPTED);
      return;
    }
    context
        .publish()
        .apply(page)
        .thenAccept(left -> new PageRemoval(context, queue, page, left).start(then, stopped))
        .whenComplete(
            (taken, failure) -> {
              if (failure != null) {
                done.completeExceptionally(failure);
              }
            });
  }

  private <T> void repeat(String what, Supplier<CompletionStage<T>> call, Consumer<T> then) {
    context.calls().repeat(what, call, then);
  }
}

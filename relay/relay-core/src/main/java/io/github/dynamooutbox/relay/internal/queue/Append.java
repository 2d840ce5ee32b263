package io.github.dynamooutbox.relay.internal.queue;

import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.Appended;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState;
import io.github.dynamooutbox.relay.park.queue.QueueState.Closing;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * One append: reserve a number, store, confirm. Only what was confirmed while the queue was held is
 * parked: a redrive cannot release the queue with it, because it reads once more after it has begun
 * to close the queue. What was stored and not confirmed is either confirmed in the end, by holding
 * the queue again, or was never reported as parked. Confined to the relay's event loop.
 */
final class Append {
  private static final long FIRST = 1;

  private final QueueTable table;
  private final RequiredCalls calls;
  private final InstantSource clock;
  private final QueueName queue;
  private final List<ParkedEvent> events;
  private final boolean hold;
  private final CompletableFuture<Appended> done;
  private final Set<QueueName> known;
  private int waits;

  /**
   * @param known queues that were held when this process last looked, so that it is worth asking
   *     for a number first
   */
  Append(
      QueueTable table,
      RequiredCalls calls,
      InstantSource clock,
      QueueName queue,
      List<ParkedEvent> events,
      boolean hold,
      CompletableFuture<Appended> done,
      Set<QueueName> known) {
    this.table = table;
    this.calls = calls;
    this.clock = clock;
    this.queue = queue;
    this.events = events;
    this.hold = hold;
    this.done = done;
    this.known = known;
  }

  void start() {
    if (hold && !known.contains(queue)) {
      holdFirst();
    } else {
      reserve();
    }
  }

  /** Who holds a queue has its first number with that. */
  private void holdFirst() {
    Instant now = clock.instant();
    calls.repeat(
        "hold a queue",
        () -> table.hold(queue, FIRST, now),
        isMine -> {
          if (isMine) {
            put(FIRST);
          } else {
            reserve();
          }
        });
  }

  private void reserve() {
    calls.repeat("reserve a place in a queue", () -> table.reserve(queue), this::reserved);
  }

  private void reserved(QueueState state) {
    state.when(this::absent, held -> put(held.last()), closing -> await(closing, this::reserve));
  }

  private void absent() {
    known.remove(queue);
    if (hold) {
      holdFirst();
    } else {
      done.complete(Appended.RELEASED);
    }
  }

  private void hold(long last, Runnable then) {
    Instant now = clock.instant();
    calls.repeat("hold a queue", () -> table.hold(queue, last, now), held -> then.run());
  }

  private void put(long number) {
    calls.repeat(
        "park events",
        () -> table.put(queue, number, events),
        stored -> confirm(number),
        done::completeExceptionally);
  }

  private void confirm(long number) {
    Map<ParkReason, Integer> counts = counts();
    calls.repeat(
        "confirm parked events",
        () -> table.confirm(queue, number, counts),
        state -> confirmed(number, state));
  }

  private void confirmed(long number, QueueState state) {
    state.when(
        // The redrive may have seen the events or not: holding the queue again finds what is left.
        () -> hold(number, () -> confirm(number)),
        held -> parked(),
        closing -> await(closing, () -> confirm(number)));
  }

  private void parked() {
    // A lane that is closed again would be news: remembering all lanes takes memory for ever.
    if (queue.closedLane().isEmpty()) {
      known.add(queue);
    }
    done.complete(Appended.PARKED);
  }

  private void await(Closing closing, Runnable then) {
    Duration left = Duration.between(clock.instant(), closing.until());
    if (left.isNegative()) {
      calls.repeat(
          "hold a queue whose redrive has ended",
          () -> table.reopen(queue, closing.by()),
          held -> then.run());
    } else {
      Duration delay = calls.pauseAfter(++waits);
      calls.later(delay.compareTo(left) < 0 ? delay : left.plusMillis(1), then);
    }
  }

  private Map<ParkReason, Integer> counts() {
    Map<ParkReason, Integer> counts = new EnumMap<>(ParkReason.class);
    events.forEach(event -> counts.merge(event.cause().reason(), 1, Integer::sum));
    return counts;
  }
}

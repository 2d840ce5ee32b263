package io.github.dynamooutbox.relay.lane;

import io.github.dynamooutbox.relay.lane.ReadyQueue.Ready;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.BatchOutcome.RequestRefused;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is on its way to one target. For an ordered target a lane's next event becomes
 * ready when the one before it is published or parked; for others each event is ready at once.
 * Belongs to the relay's loop.
 */
public final class TargetLanes<E extends Entry> {
  private final Target<E> target;
  private final LaneContext context;
  private final LaneQueues lanes = new LaneQueues();
  private final ReadyQueue<E> ready;
  private final Retries<E> retries;
  private final InFlight<E> inFlight;
  private @Nullable StreamPosition limit;
  private int open;

  public TargetLanes(Target<E> target, LaneContext context) {
    this.target = target;
    this.context = context;
    ready = new ReadyQueue<>(target.limits());
    retries = new Retries<>(context.loop());
    inFlight = new InFlight<>(target, context.loop());
  }

  /** Takes a delivery; {@link #pump()} sends it when it is its turn. */
  public void add(Delivery delivery) {
    open++;
    if (!target.ordered()) {
      prepare(delivery);
    } else if (lanes.add(delivery)) {
      takeTurn(delivery);
    }
  }

  /** Sends as much as may be sent now. */
  public void pump() {
    while (inFlight.hasRoom()) {
      List<Ready<E>> batch = ready.nextBatch();
      if (batch == null) {
        return;
      }
      send(batch);
    }
  }

  /** Deliveries that are neither finished nor dropped. */
  public int open() {
    return open;
  }

  /**
   * Drops what is not sent yet and stands at or behind this position, and what stands behind such a
   * delivery in its lane. What is in flight is dropped if it fails.
   */
  public void stopAt(StreamPosition position) {
    limit = position;
    List<Delivery> stopped = new ArrayList<>();
    ready.removeIf(delivery -> isStopped(delivery) && stopped.add(delivery));
    retries.removeIf(delivery -> isStopped(delivery) && stopped.add(delivery));
    stopped.forEach(this::drop);
    lanes.cutAt(
        position,
        (lane, deliveries) -> {
          open -= deliveries;
          context.listener().dropped(lane);
        });
  }

  /** Drops everything and aborts what is in flight. */
  public void abort() {
    retries.cancel();
    inFlight.abort();
  }

  private void takeTurn(Delivery delivery) {
    if (context.parking().isClosed(delivery.lane())) {
      parkBehind(delivery);
    } else {
      prepare(delivery);
    }
  }

  private void prepare(Delivery delivery) {
    Prepared<E> prepared;
    try {
      prepared = target.prepare(delivery.envelope());
    } catch (RuntimeException failure) {
      // Without the failure's message, which may hold a payload.
      drop(delivery);
      context
          .listener()
          .halted(
              delivery.envelope().position(),
              "INTERNAL",
              "preparing event %s for %s failed, which is a fault of the relay: %s%s"
                  .formatted(
                      delivery.envelope().event().id(),
                      target.name(),
                      Failures.code(failure),
                      Failures.place(failure)));
      return;
    }
    if (prepared instanceof Prepared.Ready<E> entry) {
      ready.add(new Ready<>(delivery, entry.entry()));
    } else if (prepared instanceof Prepared.Refused<E> refused) {
      reject(delivery, refused.code(), refused.message());
    }
  }

  private void send(List<Ready<E>> batch) {
    Instant now = context.clock().instant();
    List<E> entries = new ArrayList<>(batch.size());
    long bytes = 0;
    for (Ready<E> one : batch) {
      one.delivery().sent(now);
      entries.add(one.entry());
      bytes += one.entry().bytes();
    }
    context.listener().batchSent(target.name(), entries.size(), bytes);
    inFlight.send(entries, outcome -> answered(batch, outcome));
  }

  private void answered(List<Ready<E>> batch, BatchOutcome outcome) {
    if (outcome instanceof PerEntry perEntry) {
      settle(batch, perEntry.outcomes());
    } else if (outcome instanceof RequestRefused refused) {
      if (batch.size() > 1) {
        ready.addHalvesOf(batch);
      } else {
        reject(batch.get(0).delivery(), refused.code(), refused.message());
      }
    }
    moved();
  }

  private void settle(List<Ready<E>> batch, List<PublishOutcome> outcomes) {
    List<Ready<E>> again = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      Ready<E> entry = batch.get(i);
      PublishOutcome outcome = outcomes.get(i);
      if (outcome instanceof Published) {
        context.listener().published(entry.delivery());
        finish(entry.delivery());
      } else if (outcome instanceof Rejected rejected) {
        reject(entry.delivery(), rejected.code(), rejected.message());
      } else if (outcome instanceof Retry retry && keepsTrying(entry.delivery(), retry)) {
        again.add(entry);
      }
    }
    retryLater(again);
  }

  private boolean keepsTrying(Delivery delivery, Retry retry) {
    context.listener().retried(delivery, retry.code(), retry.message());
    if (isStopped(delivery)) {
      drop(delivery);
      return false;
    }
    if (context.parking().isBlocked(delivery.envelope().record().context().writtenAt())) {
      park(delivery, new Cause(ParkReason.BLOCKED, retry.code(), retry.message()));
      return false;
    }
    return true;
  }

  private void retryLater(List<Ready<E>> failed) {
    List<Ready<E>> again = new ArrayList<>(failed.size());
    for (Ready<E> entry : failed) {
      if (isStopped(entry.delivery())) {
        drop(entry.delivery());
      } else {
        again.add(entry);
      }
    }
    if (again.isEmpty()) {
      return;
    }
    int attempts = again.stream().mapToInt(entry -> entry.delivery().attempts()).max().orElse(1);
    retries.add(
        again,
        context.backoff().delayAfter(attempts),
        due -> {
          due.forEach(ready::add);
          moved();
        });
  }

  private void reject(Delivery delivery, String code, String message) {
    context.listener().rejected(delivery, code, message);
    if (isStopped(delivery)) {
      drop(delivery);
    } else if (context.parking().takesPoison()) {
      park(delivery, new Cause(ParkReason.REJECTED, code, message));
    } else {
      drop(delivery);
      context
          .listener()
          .halted(
              delivery.envelope().position(),
              code,
              "target %s refuses event %s: %s"
                  .formatted(target.name(), delivery.envelope().event().id(), message));
    }
  }

  private void park(Delivery delivery, Cause cause) {
    context
        .parking()
        .park(
            context.parkedEvents().of(delivery, cause),
            () -> parked(delivery, cause),
            (never, why) -> haltAt(delivery, never, why));
  }

  private void parkBehind(Delivery delivery) {
    Cause behind = ParkedEvents.behind();
    context
        .parking()
        .parkBehind(
            context.parkedEvents().of(delivery, behind),
            () -> parked(delivery, behind),
            () -> {
              prepare(delivery);
              moved();
            },
            (never, why) -> haltAt(delivery, never, why));
  }

  private void haltAt(Delivery delivery, String reason, String message) {
    drop(delivery);
    context.listener().halted(delivery.envelope().position(), reason, message);
    moved();
  }

  private void parked(Delivery delivery, Cause cause) {
    context.listener().parked(delivery, cause);
    finish(delivery);
    moved();
  }

  private void moved() {
    pump();
    context.listener().moved();
  }

  private void finish(Delivery delivery) {
    open--;
    if (target.ordered()) {
      Delivery next = lanes.advance(delivery.lane());
      if (next != null) {
        takeTurn(next);
      }
    }
  }

  private void drop(Delivery delivery) {
    open -= target.ordered() ? lanes.drop(delivery.lane()) : 1;
    context.listener().dropped(delivery.lane());
  }

  private boolean isStopped(Delivery delivery) {
    return limit != null && delivery.envelope().position().compareTo(limit) >= 0;
  }
}

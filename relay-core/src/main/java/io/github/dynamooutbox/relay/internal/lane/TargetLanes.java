package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.internal.call.Failures;
import io.github.dynamooutbox.relay.internal.circuit.Circuit.State;
import io.github.dynamooutbox.relay.internal.lane.ReadyQueue.Ready;
import io.github.dynamooutbox.relay.loop.EventLoop.Timer;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.RequestRefused;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is on its way to one target. For an ordered target a lane's next event becomes
 * ready when the one before it is published or parked; for others each event is ready at once.
 * Belongs to the relay's loop.
 */
public final class TargetLanes<E extends Entry> implements LaneShelf.Turns {
  private final Target<E> target;
  private final LaneContext context;
  private final LaneQueues lanes = new LaneQueues();
  private final LaneShelf shelf;
  private final FirstAttempts firstAttempts = new FirstAttempts();
  private final ReadyQueue<E> ready;
  private final Retries<E> retries;
  private final InFlight<E> inFlight;
  private @Nullable Timer nextProbe;
  private int open;

  public TargetLanes(Target<E> target, LaneContext context) {
    this.target = target;
    this.context = context;
    shelf = new LaneShelf(target, context, lanes, this);
    ready = new ReadyQueue<>(target.limits());
    retries = new Retries<>(context.loop());
    inFlight = new InFlight<>(target, context.loop());
    context.halt().onHalt(this::stopAt);
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

  /** Sends as much as may be sent now, and parks what must not wait for its target. */
  public void pump() {
    State circuit = context.circuits().state(target.name());
    if (circuit == State.OPEN) {
      probe();
      shed();
    } else if (circuit != State.HALF_OPEN || inFlight.isEmpty()) {
      boolean goesOn = true;
      while (goesOn && inFlight.hasRoom()) {
        List<Ready<E>> batch = ready.nextBatch();
        if (batch != null) {
          send(batch);
        }
        goesOn = batch != null && circuit != State.HALF_OPEN;
      }
    }
  }

  /** Sends one entry, if it is time and nothing is under way. */
  private void probe() {
    Instant now = context.clock().instant();
    Instant due = context.circuits().probeAt(target.name());
    if (now.isBefore(due)) {
      if (nextProbe == null && open > 0) {
        nextProbe = context.loop().schedule(Duration.between(now, due), () -> nextProbe = null);
      }
    } else if (inFlight.isEmpty() && inFlight.hasRoom()) {
      List<Ready<E>> one = ready.nextOne();
      if (one != null) {
        send(one);
      }
    }
  }

  /** Other targets must not wait for what this one cannot take, nor may the stream trim it. */
  private void shed() {
    if (context.parking().blockedAfter().isEmpty()) {
      return;
    }
    boolean holdsUpOthers = context.circuits().holdsUpOthers(target.name());
    Instant now = context.clock().instant();
    Predicate<Delivery> leaves = delivery -> holdsUpOthers || isNearTrim(delivery, now);
    List<Delivery> leaving = new ArrayList<>();
    ready.removeIf(delivery -> leaves.test(delivery) && leaving.add(delivery));
    retries.removeIf(delivery -> leaves.test(delivery) && leaving.add(delivery));
    Instant since = context.circuits().since(target.name());
    leaving.forEach(delivery -> shelf.shed(delivery, since));
  }

  private static boolean isNearTrim(Delivery delivery, Instant now) {
    Instant written = delivery.envelope().record().context().writtenAt();
    return !now.isBefore(written.plus(BlockedAfter.BACKSTOP));
  }

  /** Deliveries that are neither finished nor dropped. */
  public int open() {
    return open;
  }

  /**
   * Drops what is not sent yet and stands at or behind this position, and what stands behind such a
   * delivery in its lane. What is in flight is dropped if it fails.
   */
  private void stopAt(StreamPosition position) {
    List<Delivery> stopped = new ArrayList<>();
    ready.removeIf(delivery -> isStopped(delivery) && stopped.add(delivery));
    retries.removeIf(delivery -> isStopped(delivery) && stopped.add(delivery));
    stopped.forEach(this::drop);
    lanes.cutAt(
        position,
        (lane, deliveries) -> {
          open -= deliveries;
          context.halt().dropped(lane.aggregate());
        });
  }

  /** Drops everything and aborts what is in flight, which counts as failed. */
  public void abort() {
    if (!inFlight.isEmpty()) {
      context.circuits().failed(target.name(), "ABORTED");
    }
    if (nextProbe != null) {
      nextProbe.cancel();
    }
    retries.cancel();
    inFlight.abort();
  }

  private void takeTurn(Delivery delivery) {
    context
        .parking()
        .queueOf(delivery.lane())
        .ifPresentOrElse(queue -> shelf.parkBehind(delivery, queue), () -> prepare(delivery));
  }

  private void prepare(Delivery delivery) {
    Prepared<E> prepared;
    try {
      prepared = target.prepare(delivery.envelope());
    } catch (RuntimeException failure) {
      // Without the failure's message, which may hold a payload.
      impossible(
          delivery,
          "INTERNAL",
          "preparing event %s for %s failed, which is a fault of the relay: %s%s"
              .formatted(
                  delivery.envelope().event().id(),
                  target.name(),
                  Failures.code(failure),
                  Failures.place(failure)));
      return;
    }
    prepared.when(
        entry -> ready.add(new Ready<>(delivery, entry.entry())),
        refused -> reject(delivery, refused.code(), refused.message()));
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
    context.observer().batchSent(target.name(), entries.size(), bytes);
    inFlight.send(entries, outcome -> answered(batch, outcome));
  }

  private void answered(List<Ready<E>> batch, BatchOutcome outcome) {
    outcome.when(
        perEntry -> settle(batch, perEntry.outcomes()), refused -> refused(batch, refused));
  }

  private void refused(List<Ready<E>> batch, RequestRefused refused) {
    if (batch.size() > 1) {
      ready.addHalvesOf(batch);
    } else {
      reject(batch.get(0).delivery(), refused.code(), refused.message());
    }
  }

  private void settle(List<Ready<E>> batch, List<PublishOutcome> outcomes) {
    report(outcomes);
    List<Ready<E>> again = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      Ready<E> entry = batch.get(i);
      PublishOutcome outcome = outcomes.get(i);
      boolean isLeft =
          outcome.fold(
              published -> published(entry.delivery()),
              retry -> keepsTrying(entry.delivery(), retry),
              rejected -> reject(entry.delivery(), rejected.code(), rejected.message()));
      if (isLeft) {
        again.add(entry);
      }
    }
    retryLater(again);
  }

  /** What an answer says about the target. A rejection says something about its entry only. */
  private void report(List<PublishOutcome> outcomes) {
    boolean isAccepted =
        outcomes.stream().anyMatch(each -> each.fold(yes -> true, retry -> false, no -> false));
    List<Retry> failures = new ArrayList<>();
    outcomes.forEach(each -> each.fold(yes -> false, failures::add, no -> false));
    if (isAccepted) {
      context.circuits().accepted(target.name());
    } else if (failures.size() == outcomes.size()) {
      context.circuits().failed(target.name(), failures.get(0).code());
    }
  }

  private boolean published(Delivery delivery) {
    if (delivery.attempts() == 1) {
      firstAttempts.accepted();
    }
    context.books().published(delivery);
    finished(delivery);
    return false;
  }

  private boolean keepsTrying(Delivery delivery, Retry retry) {
    context
        .observer()
        .retried(delivery.lane().target(), delivery.envelope(), retry.code(), retry.message());
    if (delivery.attempts() == 1) {
      firstAttempts.failed();
    }
    Instant now = context.clock().instant();
    Instant since = context.failingSince().failed(delivery.asFinished(), now);
    delivery.failed(retry, firstAttempts.now());
    if (isStopped(delivery)) {
      drop(delivery);
      return false;
    }
    if (isStuck(delivery, since, now)) {
      shelf.park(delivery, new Cause(ParkReason.BLOCKED, retry.code(), retry.message()));
      return false;
    }
    return true;
  }

  /**
   * Whether an event fails for long at a target that accepts most others meanwhile, or must not
   * wait because the stream will trim its record.
   */
  private boolean isStuck(Delivery delivery, Instant since, Instant now) {
    return context
        .parking()
        .blockedAfter()
        .filter(after -> isNearTrim(delivery, now) || isAlone(delivery, since, now, after))
        .isPresent();
  }

  private boolean isAlone(Delivery delivery, Instant since, Instant now, BlockedAfter after) {
    return !now.isBefore(since.plus(after.stuck()))
        && delivery.firstFailedAt().filter(firstAttempts::mostAcceptedSince).isPresent();
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
    retries.add(again, context.backoff().delayAfter(attempts), due -> due.forEach(ready::add));
  }

  /** Returns that nothing is left to send. */
  private boolean reject(Delivery delivery, String code, String message) {
    context.observer().rejected(delivery.lane().target(), delivery.envelope(), code, message);
    if (isStopped(delivery)) {
      drop(delivery);
    } else if (context.parking().takesPoison()) {
      shelf.park(delivery, new Cause(ParkReason.REJECTED, code, message));
    } else {
      impossible(
          delivery,
          code,
          "target %s refuses event %s: %s"
              .formatted(target.name(), delivery.envelope().event().id(), message));
    }
    return false;
  }

  @Override
  public void finished(Delivery delivery) {
    open--;
    if (delivery.failure().isPresent()) {
      context.failingSince().finished(delivery.asFinished());
    }
    if (target.ordered()) {
      Optional.ofNullable(lanes.advance(delivery.lane())).ifPresent(this::takeTurn);
    }
  }

  @Override
  public void again(Delivery delivery) {
    if (isStopped(delivery)) {
      drop(delivery);
    } else if (target.ordered()) {
      Optional.ofNullable(lanes.head(delivery.lane())).ifPresent(this::takeTurn);
    } else {
      prepare(delivery);
    }
  }

  @Override
  public void impossible(Delivery delivery, String reason, String message) {
    drop(delivery);
    context.halt().at(delivery.envelope().position(), reason, message);
  }

  private void drop(Delivery delivery) {
    open -= target.ordered() ? lanes.drop(delivery.lane()) : 1;
    context.halt().dropped(delivery.lane().aggregate());
  }

  private boolean isStopped(Delivery delivery) {
    return context.halt().stops(delivery.envelope().position());
  }
}

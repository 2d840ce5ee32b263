package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.internal.call.Failures;
import io.github.dynamooutbox.relay.internal.circuit.Circuit.State;
import io.github.dynamooutbox.relay.internal.lane.ReadyQueue.Ready;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Everything that is on its way to one target. For an ordered target a lane's next event becomes
 * ready when the one before it is published or parked; for others each event is ready at once.
 * Confined to the relay's event loop.
 */
public final class TargetLanes<E extends Entry> implements Turns {
  private final Target<E> target;
  private final LaneContext context;
  private final LaneQueues lanes = new LaneQueues();
  private final LaneShelf shelf;
  private final ReadyQueue<E> ready;
  private final Retries<E> retries;
  private final InFlight<E> inFlight;
  private final Answers<E> answers;
  private final OpenCircuit<E> down;
  private int open;

  public TargetLanes(Target<E> target, LaneContext context) {
    this.target = target;
    this.context = context;
    shelf = new LaneShelf(target, context, lanes, this);
    ready = new ReadyQueue<>(target.limits(), this::render);
    retries = new Retries<>(context.loop());
    inFlight = new InFlight<>(target, context.loop());
    NearTrim nearTrim = new NearTrim(context);
    answers = new Answers<>(target, context, ready, retries, shelf, nearTrim, this);
    down = new OpenCircuit<>(target.name(), context, ready, retries, shelf, nearTrim);
    context.halt().onHalt(this::stopAt);
  }

  /** Takes a delivery; {@link #pump()} sends it when it is its turn. */
  public void add(Delivery delivery) {
    open++;
    if (!target.ordered()) {
      ready.add(delivery);
    } else if (lanes.add(delivery)) {
      takeTurn(delivery);
    }
  }

  /** Sends as much as may be sent now, and parks what must not wait for its target. */
  public void pump() {
    State circuit = context.circuits().state(target.name());
    if (circuit == State.OPEN) {
      if (inFlight.isEmpty() && inFlight.hasRoom()) {
        down.probe(this::send);
      }
      down.shed();
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
    down.shedNearTrim();
  }

  /** Deliveries that are neither finished nor dropped. */
  public int open() {
    return open;
  }

  /**
   * Drops deliveries at or behind this position that are not in flight, and what is behind them in
   * their lanes. A delivery in flight is dropped if it fails.
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

  /** Drops everything and aborts what is in flight, which counts as failed if it has no answer. */
  public void abort() {
    inFlight
        .oldestUnanswered()
        .ifPresent(sent -> context.circuits().failed(target.name(), sent, "ABORTED"));
    down.cancel();
    retries.cancel();
    inFlight.abort();
  }

  private void takeTurn(Delivery delivery) {
    context
        .parking()
        .queueOf(delivery.lane())
        .ifPresentOrElse(queue -> shelf.parkBehind(delivery, queue), () -> ready.add(delivery));
  }

  private Optional<E> render(Delivery delivery) {
    Prepared<E> prepared;
    try {
      prepared = target.prepare(delivery.envelope());
      int unused = prepared.<Integer>fold(entry -> entry.entry().bytes(), refused -> 0);
    } catch (Exception failure) {
      // Without the failure's message, which may contain a payload.
      answers.unprepared(
          delivery,
          new Retry(
              Failures.code(failure),
              "preparing event %s for %s failed because of a bug in the relay or the target%s"
                  .formatted(
                      delivery.envelope().event().id(), target.name(), Failures.place(failure))));
      return Optional.empty();
    }
    return prepared.fold(
        entry -> Optional.of(entry.entry()),
        refused -> {
          answers.reject(delivery, refused.code(), refused.message());
          return Optional.empty();
        });
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
    context.observer().observe(new RelayEvent.BatchSent(target.name(), entries.size(), bytes));
    inFlight.send(
        entries,
        now,
        outcome -> answers.settle(batch, now, outcome),
        why -> answers.unanswered(batch, now, why));
  }

  @Override
  public void finished(Delivery delivery) {
    open--;
    context.failingSince().finished(delivery.asFinished());
    if (target.ordered()) {
      Optional.ofNullable(lanes.advance(delivery.lane())).ifPresent(this::takeTurn);
    }
  }

  @Override
  public void again(Delivery delivery) {
    if (isStopped(delivery)) {
      drop(delivery);
    } else {
      Optional.ofNullable(lanes.head(delivery.lane())).ifPresent(this::takeTurn);
    }
  }

  @Override
  public void impossible(Delivery delivery, String reason, String message) {
    drop(delivery);
    context.halt().at(delivery.envelope().position(), reason, message);
  }

  @Override
  public void drop(Delivery delivery) {
    open -= target.ordered() ? lanes.drop(delivery.lane()) : 1;
    context.halt().dropped(delivery.lane().aggregate());
  }

  @Override
  public boolean isStopped(Delivery delivery) {
    return context.halt().stops(delivery.envelope().position());
  }
}

package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.internal.call.Failures;
import io.github.dynamooutbox.relay.internal.circuit.Circuit.State;
import io.github.dynamooutbox.relay.internal.circuit.Circuits;
import io.github.dynamooutbox.relay.internal.circuit.FailingSince.Failing;
import io.github.dynamooutbox.relay.internal.lane.Delivery.FirstAttempts;
import io.github.dynamooutbox.relay.internal.lane.ReadyQueue.Ready;
import io.github.dynamooutbox.relay.internal.lane.ReadyQueue.Waiting;
import io.github.dynamooutbox.relay.loop.EventLoop.Timer;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.RequestRefused;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Sends one target's events, in requests, and handles the answers, entry by entry. While the target
 * is down, now and then one event is sent as a probe, and what must not wait is parked without
 * being sent. Confined to the relay's event loop.
 */
final class Requests<E extends Entry> {
  private final Target<E> target;
  private final LaneContext context;
  private final Pace pace;
  private final Circuits circuits;
  private final TargetLanes<E> lanes;
  private final ReadyQueue<E> ready;
  private final InFlight<E> inFlight;
  private final FirstAttempts firstAttempts = new FirstAttempts();
  private final Shedding shedding;
  private @Nullable Timer nextProbe;
  private @Nullable Timer nextTurn;

  Requests(Target<E> target, LaneContext context, TargetLanes<E> lanes) {
    this.target = target;
    this.context = context;
    this.circuits = context.memory().circuits();
    this.lanes = lanes;
    pace = context.env().paces().of(target.name());
    ready = new ReadyQueue<>(target.limits(), this::render, context.env().loop());
    inFlight = new InFlight<>(target, context.env().loop());
    shedding = new Shedding(target.name(), context, this::remove, lanes::shed);
  }

  void add(Delivery delivery) {
    ready.add(delivery);
  }

  List<Delivery> remove(Predicate<Delivery> selected) {
    List<Delivery> removed = new ArrayList<>();
    ready.removeIf(delivery -> selected.test(delivery) && removed.add(delivery));
    return removed;
  }

  /** Aborts what is in flight, which counts as failed if it has no answer. */
  void abort() {
    inFlight.oldestUnanswered().ifPresent(sent -> circuits.failed(target.name(), sent, "ABORTED"));
    if (nextProbe != null) {
      nextProbe.cancel();
    }
    if (nextTurn != null) {
      nextTurn.cancel();
    }
    ready.cancelRetries();
    inFlight.abort();
  }

  /** Sends as much as may be sent now, and parks what must not wait for its target. */
  void pump(boolean isMoreComing) {
    // First: what is sent now may be in flight when the stream trims its record.
    shedding.shedNearTrim();
    State circuit = circuits.state(target.name());
    if (circuit == State.OPEN) {
      if (inFlight.isEmpty() && inFlight.hasRoom()) {
        probe();
      }
      shedding.shedWhileDown();
    } else if (circuit != State.HALF_OPEN || inFlight.isEmpty()) {
      boolean goesOn = true;
      while (goesOn && inFlight.hasRoom()) {
        int most = pace.allowance();
        boolean isDue = most > 0 && (!isMoreComing || ready.fills(most));
        List<Ready<E>> batch = isDue ? ready.nextBatch(most, pace.isLimited()) : null;
        if (batch != null) {
          send(batch);
        }
        goesOn = batch != null && circuit != State.HALF_OPEN;
      }
      if (pace.isLimited() && !ready.isEmpty() && inFlight.hasRoom() && nextTurn == null) {
        nextTurn = context.env().loop().schedule(pace.untilNext(), () -> nextTurn = null);
      }
    }
  }

  private void probe() {
    ready.retryNow();
    Instant now = context.env().now();
    Instant due = circuits.probeAt(target.name());
    if (now.isBefore(due)) {
      if (nextProbe == null && !ready.isEmpty()) {
        Duration delay = Duration.between(now, due);
        nextProbe = context.env().loop().schedule(delay, () -> nextProbe = null);
      }
    } else {
      Optional.ofNullable(ready.nextOne()).ifPresent(this::send);
    }
  }

  private Optional<E> render(Delivery delivery) {
    Prepared<E> prepared;
    try {
      prepared = target.prepare(delivery.envelope());
      int unused = prepared.<Integer>fold(entry -> entry.entry().bytes(), refused -> 0);
    } catch (Exception failure) {
      // Without the failure's message, which may contain a payload.
      unprepared(
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
          reject(delivery, refused.code(), refused.message());
          return Optional.empty();
        });
  }

  private void send(List<Ready<E>> batch) {
    Instant now = context.env().now();
    List<E> entries = new ArrayList<>(batch.size());
    long bytes = 0;
    for (Ready<E> one : batch) {
      one.delivery().sent(now);
      entries.add(one.entry());
      bytes += one.entry().bytes();
    }
    pace.sent(entries.size());
    tell(new RelayEvent.BatchSent(target.name(), entries.size(), bytes));
    inFlight.send(
        entries, now, outcome -> settle(batch, now, outcome), why -> unanswered(batch, now, why));
  }

  private void tell(RelayEvent event) {
    context.env().observer().observe(event);
  }

  private void settle(List<Ready<E>> batch, Instant sent, BatchOutcome outcome) {
    Duration took = Duration.between(sent, context.env().now());
    tell(new RelayEvent.Answered(target.name(), took));
    outcome.when(
        perEntry -> settle(batch, sent, perEntry.outcomes()), refused -> refused(batch, refused));
  }

  private void refused(List<Ready<E>> batch, RequestRefused refused) {
    if (batch.size() == 1) {
      reject(batch.get(0).delivery(), refused.code(), refused.message());
      return;
    }
    List<Ready<E>> again = withoutStopped(batch);
    if (!again.isEmpty()) {
      ready.addHalvesOf(again);
    }
  }

  /**
   * Handles a request that ended without an answer for each entry, because its target threw. One
   * entry may be the cause: after a pause they go in two halves, so that each is alone in the end.
   */
  private void unanswered(List<Ready<E>> batch, Instant sent, Retry why) {
    tell(new RelayEvent.Answered(target.name(), Duration.between(sent, context.env().now())));
    List<Ready<E>> again =
        withoutStopped(settled(batch, sent, Collections.nCopies(batch.size(), why)));
    if (!again.isEmpty()) {
      ready.retryInHalvesAfter(pause(again.stream().map(Ready::again).toList()), again);
    }
  }

  /** Handles an event that its target failed to prepare, which counts as an attempt. */
  private void unprepared(Delivery delivery, Retry why) {
    Instant now = context.env().now();
    delivery.sent(now);
    circuits.failed(target.name(), now, why.code());
    if (keepsTrying(delivery, why)) {
      retryLater(List.of(new Waiting<>(delivery, Optional.empty())));
    }
  }

  private void settle(List<Ready<E>> batch, Instant sent, List<PublishOutcome> outcomes) {
    List<Ready<E>> again = withoutStopped(settled(batch, sent, outcomes));
    retryLater(ready.addThrottled(again, pace.isLimited()));
  }

  /** Handles each entry's outcome; returns those that are to be sent again. */
  private List<Ready<E>> settled(
      List<Ready<E>> batch, Instant sent, List<? extends PublishOutcome> outcomes) {
    report(sent, outcomes);
    List<Ready<E>> again = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      Ready<E> entry = batch.get(i);
      PublishOutcome outcome = outcomes.get(i);
      boolean isLeft =
          outcome.fold(
              published -> published(entry.delivery(), published),
              retry -> keepsTrying(entry.delivery(), retry),
              rejected -> reject(entry.delivery(), rejected.code(), rejected.message()));
      if (isLeft) {
        again.add(entry);
      }
    }
    return again;
  }

  /** Reports an answer to the target's circuit. A rejection says something about its entry only. */
  private void report(Instant sent, List<? extends PublishOutcome> outcomes) {
    List<Retry> failures = new ArrayList<>();
    outcomes.forEach(each -> each.fold(yes -> false, failures::add, no -> false));
    if (pace.answered(outcomes) > 0) {
      circuits.accepted(target.name());
    } else if (failures.size() == outcomes.size()) {
      circuits.failed(target.name(), sent, failures.get(0).code());
    }
  }

  private boolean published(Delivery delivery, Published published) {
    if (delivery.attempts() == 1) {
      firstAttempts.accepted();
    }
    context.books().published(delivery, published.deduplicated());
    lanes.finished(delivery);
    return false;
  }

  private boolean keepsTrying(Delivery delivery, Retry retry) {
    if (retry.blamesEntry() && context.parking().blockedAfter().isEmpty()) {
      return reject(delivery, retry.code(), retry.message());
    }
    tell(
        new RelayEvent.Retried(
            delivery.lane().target(), delivery.envelope(), retry.code(), retry.message()));
    if (delivery.attempts() == 1) {
      firstAttempts.failed();
    }
    Instant now = context.env().now();
    delivery.failed(retry, firstAttempts.now());
    Failing failing =
        context
            .memory()
            .failing()
            .failed(
                delivery.asFinished(),
                delivery.firstFailedAt().flatMap(firstAttempts::mostAcceptedSince));
    if (lanes.isStopped(delivery)) {
      lanes.drop(delivery);
      return false;
    }
    if (shedding.isStuck(delivery, failing, now)) {
      lanes.park(delivery, new Cause(ParkReason.BLOCKED, retry.code(), retry.message()));
      return false;
    }
    lanes.tried(delivery);
    return true;
  }

  private void retryLater(List<Waiting<E>> again) {
    if (!again.isEmpty()) {
      ready.retryAfter(pause(again), again);
    }
  }

  private Duration pause(List<Waiting<E>> again) {
    int attempts = again.stream().mapToInt(entry -> entry.delivery().attempts()).max().orElse(1);
    return circuits.pause(target.name(), context.env().backoff().delayAfter(attempts));
  }

  private List<Ready<E>> withoutStopped(List<Ready<E>> entries) {
    List<Ready<E>> left = new ArrayList<>(entries.size());
    for (Ready<E> entry : entries) {
      if (lanes.isStopped(entry.delivery())) {
        lanes.drop(entry.delivery());
      } else {
        left.add(entry);
      }
    }
    return left;
  }

  /** Settles a rejected delivery; returns false, because nothing is left to send. */
  private boolean reject(Delivery delivery, String code, String message) {
    tell(new RelayEvent.Rejected(delivery.lane().target(), delivery.envelope(), code, message));
    if (lanes.isStopped(delivery)) {
      lanes.drop(delivery);
    } else if (context.parking().takesPoison()) {
      lanes.park(delivery, new Cause(ParkReason.REJECTED, code, message));
    } else {
      lanes.impossible(
          delivery,
          code,
          "target %s refuses event %s: %s"
              .formatted(target.name(), delivery.envelope().event().id(), message));
    }
    return false;
  }

  /** Parks what others would wait for. */
  void shedForOthers() {
    shedding.shedForOthers();
  }
}

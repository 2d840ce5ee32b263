package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.internal.circuit.FailingSince.Failing;
import io.github.dynamooutbox.relay.internal.lane.ReadyQueue.Ready;
import io.github.dynamooutbox.relay.internal.lane.ReadyQueue.Waiting;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.RequestRefused;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Handles the answers of one target, entry by entry. Confined to the relay's event loop. */
final class Answers<E extends Entry> {
  private final Target<E> target;
  private final LaneContext context;
  private final ReadyQueue<E> ready;
  private final Retries<E> retries;
  private final LaneShelf shelf;
  private final NearTrim nearTrim;
  private final Turns turns;
  private final FirstAttempts firstAttempts = new FirstAttempts();

  Answers(
      Target<E> target,
      LaneContext context,
      ReadyQueue<E> ready,
      Retries<E> retries,
      LaneShelf shelf,
      NearTrim nearTrim,
      Turns turns) {
    this.target = target;
    this.context = context;
    this.ready = ready;
    this.retries = retries;
    this.shelf = shelf;
    this.nearTrim = nearTrim;
    this.turns = turns;
  }

  /** Handles the outcome of a request that was sent at this time. */
  void settle(List<Ready<E>> batch, Instant sent, BatchOutcome outcome) {
    Duration took = Duration.between(sent, context.clock().instant());
    context.observer().observe(new RelayEvent.Answered(target.name(), took));
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
  void unanswered(List<Ready<E>> batch, Instant sent, Retry why) {
    Duration took = Duration.between(sent, context.clock().instant());
    context.observer().observe(new RelayEvent.Answered(target.name(), took));
    List<Ready<E>> again =
        withoutStopped(settled(batch, sent, Collections.nCopies(batch.size(), why)));
    retryLater(
        again.stream().map(Ready::again).toList(),
        due -> {
          Set<Delivery> left = new HashSet<>();
          due.forEach(each -> left.add(each.delivery()));
          List<Ready<E>> rest =
              again.stream().filter(each -> left.contains(each.delivery())).toList();
          if (!rest.isEmpty()) {
            ready.addHalvesOf(rest);
          }
        });
  }

  /** Handles an event that its target failed to prepare, which counts as an attempt. */
  void unprepared(Delivery delivery, Retry why) {
    Instant now = context.clock().instant();
    delivery.sent(now);
    context.circuits().failed(target.name(), now, why.code());
    if (keepsTrying(delivery, why)) {
      retryLater(
          List.of(new Waiting<>(delivery, Optional.empty())), due -> due.forEach(ready::add));
    }
  }

  private void settle(List<Ready<E>> batch, Instant sent, List<PublishOutcome> outcomes) {
    retryLater(
        withoutStopped(settled(batch, sent, outcomes)).stream().map(Ready::again).toList(),
        due -> due.forEach(ready::add));
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
              published -> published(entry.delivery()),
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
    boolean isAccepted =
        outcomes.stream().anyMatch(each -> each.fold(yes -> true, retry -> false, no -> false));
    List<Retry> failures = new ArrayList<>();
    outcomes.forEach(each -> each.fold(yes -> false, failures::add, no -> false));
    if (isAccepted) {
      context.circuits().accepted(target.name());
    } else if (failures.size() == outcomes.size()) {
      context.circuits().failed(target.name(), sent, failures.get(0).code());
    }
  }

  private boolean published(Delivery delivery) {
    if (delivery.attempts() == 1) {
      firstAttempts.accepted();
    }
    context.books().published(delivery);
    turns.finished(delivery);
    return false;
  }

  private boolean keepsTrying(Delivery delivery, Retry retry) {
    context
        .observer()
        .observe(
            new RelayEvent.Retried(
                delivery.lane().target(), delivery.envelope(), retry.code(), retry.message()));
    if (delivery.attempts() == 1) {
      firstAttempts.failed();
    }
    Instant now = context.clock().instant();
    delivery.failed(retry, firstAttempts.now());
    Failing failing =
        context
            .failingSince()
            .failed(
                delivery.asFinished(),
                delivery.firstFailedAt().flatMap(firstAttempts::mostAcceptedSince));
    if (turns.isStopped(delivery)) {
      turns.drop(delivery);
      return false;
    }
    if (isStuck(delivery, failing, now)) {
      shelf.park(delivery, new Cause(ParkReason.BLOCKED, retry.code(), retry.message()));
      return false;
    }
    return true;
  }

  /**
   * Whether an event has been failing for long while its target accepts most others, or must not
   * wait because the stream is about to trim its record.
   */
  private boolean isStuck(Delivery delivery, Failing failing, Instant now) {
    return context
        .parking()
        .blockedAfter()
        .filter(after -> nearTrim.includes(delivery) || isAlone(failing, now, after))
        .isPresent();
  }

  private static boolean isAlone(Failing failing, Instant now, BlockedAfter after) {
    return failing.othersPass() && !now.isBefore(failing.since().plus(after.stuck()));
  }

  private void retryLater(List<Waiting<E>> again, Consumer<List<Waiting<E>>> due) {
    if (again.isEmpty()) {
      return;
    }
    int attempts = again.stream().mapToInt(entry -> entry.delivery().attempts()).max().orElse(1);
    Duration pause =
        context.circuits().pause(target.name(), context.backoff().delayAfter(attempts));
    retries.add(again, pause, due);
  }

  /** Drops what a halt has stopped; returns the others. */
  private List<Ready<E>> withoutStopped(List<Ready<E>> entries) {
    List<Ready<E>> left = new ArrayList<>(entries.size());
    for (Ready<E> entry : entries) {
      if (turns.isStopped(entry.delivery())) {
        turns.drop(entry.delivery());
      } else {
        left.add(entry);
      }
    }
    return left;
  }

  /** Settles a rejected delivery; returns false, because nothing is left to send. */
  boolean reject(Delivery delivery, String code, String message) {
    context
        .observer()
        .observe(
            new RelayEvent.Rejected(delivery.lane().target(), delivery.envelope(), code, message));
    if (turns.isStopped(delivery)) {
      turns.drop(delivery);
    } else if (context.parking().takesPoison()) {
      shelf.park(delivery, new Cause(ParkReason.REJECTED, code, message));
    } else {
      turns.impossible(
          delivery,
          code,
          "target %s refuses event %s: %s"
              .formatted(target.name(), delivery.envelope().event().id(), message));
    }
    return false;
  }
}

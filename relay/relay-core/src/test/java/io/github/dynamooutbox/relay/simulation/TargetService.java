package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.BatchOutcome.RequestRefused;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry.Reason;
import io.github.dynamooutbox.relay.simulation.Commit.Aggregate;
import io.github.dynamooutbox.relay.simulation.Commit.CommittedEvent;
import io.github.dynamooutbox.relay.simulation.TargetPlan.Period;
import io.github.dynamooutbox.relay.simulation.World.BrownOut;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A target as it is on the other side of the network: accepts, refuses, or is down. */
final class TargetService {
  /**
   * What a request came to.
   *
   * @param outcome empty: no answer will ever come
   * @param accepted what the target accepted, whether it says so or not
   */
  record Result(Optional<BatchOutcome> outcome, List<Handling> accepted, boolean truthful) {}

  /** What only plans with such targets meet. */
  static final String GROUP_THROTTLED = "GROUP_THROTTLED";

  static final String DEDUPLICATED = "DEDUPLICATED";
  static final String STORED_TWICE = "STORED_TWICE";

  private static final Retry DOWN = new Retry("ServiceUnavailable", "down");
  private static final Retry THROTTLED = new Retry("Throttling", "slow down", Reason.THROTTLED);

  final TargetPlan plan;
  final int index;
  private final World world;
  private final Map<Aggregate, Integer> groups = new HashMap<>();
  private final Map<String, Long> known = new HashMap<>();
  private long groupsOf = -1;
  private final BrownOut brownOut;
  private double tokens;
  private long filledAt;
  private long longestDelay;
  private long firstTrouble = Long.MAX_VALUE;
  private long lastAccepted = Long.MIN_VALUE;
  private long lastTrouble = Long.MIN_VALUE / 2;

  TargetService(World world, int index, TargetPlan plan, BrownOut brownOut) {
    this.brownOut = brownOut;
    this.world = world;
    this.index = index;
    this.plan = plan;
  }

  /** A request arrives. */
  Result take(Run run, List<CommittedEvent> events) {
    if (isDown()) {
      world.cover(Coverage.TARGET_DOWN);
      return nothing(world.dice.chance(0.7) ? all(events, DOWN) : Optional.empty());
    }
    if (world.faults.requestFails()) {
      world.cover(Coverage.REQUEST_FAILED);
      return nothing(world.dice.chance(0.5) ? all(events, THROTTLED) : Optional.empty());
    }
    if (refuses(events)) {
      world.cover(Coverage.REQUEST_REFUSED);
      return nothing(Optional.of(new RequestRefused("ValidationException", "no")));
    }
    List<PublishOutcome> outcomes = new ArrayList<>(events.size());
    List<Handling> accepted = new ArrayList<>(events.size());
    for (CommittedEvent event : events) {
      PublishOutcome outcome = outcome(event);
      if (outcome instanceof Published && isKnown(event)) {
        outcome = Published.DEDUPLICATED;
      }
      outcomes.add(outcome);
      if (outcome instanceof Published) {
        accepted.add(world.ledger.accepted(run, event, index));
        lastAccepted = world.time.now();
        longestDelay = Math.max(longestDelay, world.time.now() - event.commit.time);
      }
    }
    return answered(outcomes, accepted);
  }

  /** A request that was sent then was not wholly accepted, or its sender does not know. */
  void trouble(long sentAt) {
    firstTrouble = Math.min(firstTrouble, sentAt);
    lastTrouble = world.time.now();
  }

  /** Since when it may be known that the target does not accept everything. */
  long firstTrouble() {
    return firstTrouble;
  }

  /** When somebody last met trouble. */
  long lastTrouble() {
    return lastTrouble;
  }

  /** Whether it has accepted something although it was in trouble before. */
  boolean acceptsSome() {
    return lastAccepted > firstTrouble;
  }

  /** The longest time from a commit until the target accepted one of its events. */
  Duration longestDelay() {
    return Duration.ofNanos(longestDelay);
  }

  private Result answered(List<PublishOutcome> outcomes, List<Handling> accepted) {
    if (world.faults.answerLost()) {
      world.cover(Coverage.ANSWER_LOST);
      return new Result(Optional.empty(), accepted, false);
    }
    if (world.faults.answerIncomplete()) {
      world.cover(Coverage.ANSWER_INCOMPLETE);
      return new Result(
          Optional.of(new PerEntry(outcomes.subList(0, outcomes.size() - 1))), accepted, false);
    }
    return new Result(Optional.of(new PerEntry(outcomes)), accepted, true);
  }

  private PublishOutcome outcome(CommittedEvent event) {
    if (world.isBroken(event) && (event.rejected & 1 << index) != 0) {
      world.cover(Coverage.ENTRY_REJECTED);
      return new Rejected("InvalidEntry", "no");
    }
    if (world.isBroken(event) && (event.failing & 1 << index) != 0) {
      world.cover(Coverage.ENTRY_ALWAYS_FAILS);
      return THROTTLED;
    }
    if (isInBurst() && !world.dice.chance(world.plan.acceptedInBursts)) {
      world.cover(Coverage.THROTTLING_BURST);
      return THROTTLED;
    }
    if (isInBrownOut()) {
      return THROTTLED;
    }
    if (world.faults.entryFails()) {
      world.cover(Coverage.ENTRY_FAILED);
      return THROTTLED;
    }
    if (isGroupThrottled(event)) {
      world.covered.merge(GROUP_THROTTLED, 1L, Long::sum);
      return THROTTLED;
    }
    return Published.INSTANCE;
  }

  private boolean isGroupThrottled(CommittedEvent event) {
    long second = world.time.now() / SimTime.SECONDS;
    if (second != groupsOf) {
      groups.clear();
      groupsOf = second;
    }
    return world.plan.groupRate > 0
        && groups.merge(event.commit.aggregate, 1, Integer::sum) > world.plan.groupRate;
  }

  /** Whether it was accepted within the window before; it counts from the first time. */
  private boolean isKnown(CommittedEvent event) {
    Long before = known.get(event.id());
    long now = world.time.now();
    if (before != null && now - before < world.plan.deduplicates) {
      world.covered.merge(DEDUPLICATED, 1L, Long::sum);
      return true;
    }
    if (before != null && world.plan.deduplicates > 0) {
      world.covered.merge(STORED_TWICE, 1L, Long::sum);
    }
    known.put(event.id(), now);
    return false;
  }

  private boolean isInBrownOut() {
    if (world.faults.isCalm()) {
      return false;
    }
    if (brownOut.share() < 1 && !world.dice.chance(brownOut.share())) {
      world.cover(Coverage.TARGET_ACCEPTS_A_SHARE);
      return true;
    }
    if (brownOut.rate() == 0) {
      return false;
    }
    double seconds = (double) (world.time.now() - filledAt) / SimTime.SECONDS;
    tokens = Math.min(Math.max(1, brownOut.rate()), tokens + seconds * brownOut.rate());
    filledAt = world.time.now();
    if (tokens >= 1) {
      tokens--;
      return false;
    }
    world.cover(Coverage.TARGET_ACCEPTS_A_RATE);
    return true;
  }

  private boolean isDown() {
    if (!world.faults.isCalm() && brownOut.isDown(world.time.now())) {
      world.cover(Coverage.TARGET_FLAPS);
      return true;
    }
    for (Period outage : plan.outages()) {
      if (outage.covers(world.time.now())) {
        if (outage.length() >= SimTime.MINUTES) {
          world.cover(Coverage.TARGET_DOWN_FOR_MINUTES);
        }
        if (outage.length() >= 60 * SimTime.MINUTES) {
          world.cover(Coverage.TARGET_DOWN_FOR_HOURS);
        }
        return true;
      }
    }
    return false;
  }

  private boolean isInBurst() {
    return TargetPlan.covers(plan.bursts(), world.time.now());
  }

  private boolean refuses(List<CommittedEvent> events) {
    return events.stream()
            .anyMatch(event -> (event.refusedRequest & 1 << index) != 0 && world.isBroken(event))
        || (events.size() > 1 && world.faults.requestRefused());
  }

  private static Optional<BatchOutcome> all(List<CommittedEvent> events, PublishOutcome outcome) {
    return Optional.of(BatchOutcome.all(events.size(), outcome));
  }

  private static Result nothing(Optional<BatchOutcome> outcome) {
    return new Result(outcome, List.of(), true);
  }
}

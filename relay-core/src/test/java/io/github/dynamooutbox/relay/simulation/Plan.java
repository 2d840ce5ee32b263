package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.publish.BatchLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a seed decides before anything happens: sizes, settings, and what will go wrong when. */
final class Plan {
  /** What the relay does with what it cannot publish. */
  enum Policy {
    HALT,
    PARK,
    PARK_BLOCKED_ONLY
  }

  /** A target, and when it is down. */
  record TargetPlan(String name, boolean ordered, BatchLimits limits, List<Outage> outages) {}

  record Outage(long from, long until) {
    boolean covers(long time) {
      return from <= time && time < until;
    }
  }

  final int records;
  final int aggregates;
  final double hotShare;
  final int eventsPerRecord;
  final int rootShards;
  final int shardChanges;
  final long span;
  final double swapRate;
  final double businessShare;
  final double malformedShare;
  final double newerShare;
  final double noSequenceShare;
  final double badShare;
  final boolean repairsParked;

  /** Time between redrives before the end; 0: none. */
  final long redriveEvery;

  /** Whether a lane is sometimes redriven as soon as something is parked in it. */
  final boolean redrivesEagerly;

  final List<TargetPlan> targets;

  /** When each release after the first is rolled out. */
  final List<Long> releases = new ArrayList<>();

  final long calmAt;
  final boolean kcl;
  final long checkpointEvery;
  final long leaseLossEvery;
  final double leaseLossUnnoticed;
  final Policy policy;
  final Optional<Duration> blockedAfter;
  final boolean remembersAhead;
  final boolean writesReceipts;
  final int windowEvents;
  final long windowBytes;
  final Duration backoffBase;
  final Duration backoffCap;
  final long requestTimeout;
  final int batchSize;
  final long invocationTime;
  final boolean bisects;
  final boolean zombies;

  /** In a storm much is parked and redriven, and owners change, all within a short time. */
  Plan(Dice dice) {
    boolean storm = dice.chance(0.15);
    records = dice.chance(0.005) ? dice.skewed(100, 2_000) : dice.skewed(3, 45);
    aggregates = dice.skewed(1, storm ? 3 : Math.max(2, records));
    hotShare = dice.chance(0.5) ? dice.skewed(0.1, 0.9) : 0;
    eventsPerRecord = dice.chance(0.5) ? dice.between(2, 4) : 1;
    rootShards = dice.chance(0.6) ? 1 : dice.between(2, 3);
    shardChanges = dice.chance(0.6) ? 0 : dice.between(1, 3);
    span =
        storm || dice.chance(0.3)
            ? (long) records * dice.skewed(1, 100) * SimTime.MILLIS
            : (long) (dice.skewed(1.0, 900.0) * SimTime.SECONDS);
    swapRate = dice.chance(0.5) ? 0 : dice.skewed(0.01, 0.3);
    businessShare = dice.chance(0.5) ? 0 : dice.skewed(0.01, 0.4);
    malformedShare =
        storm ? dice.skewed(0.05, 0.4) : dice.chance(0.65) ? 0 : dice.skewed(0.005, 0.1);
    newerShare = dice.chance(0.85) ? 0 : dice.skewed(0.005, 0.05);
    noSequenceShare = dice.chance(0.7) ? 0 : dice.skewed(0.1, 1.0);
    badShare = dice.chance(0.5) ? 0 : dice.skewed(0.01, 0.2);
    repairsParked = dice.chance(0.7);
    int later = dice.chance(0.5) ? 0 : dice.between(1, 2);
    long end = span;
    for (int i = 0; i < later; i++) {
      end += dice.between(0, 60 * SimTime.SECONDS);
      releases.add(dice.between(span / 4, end));
    }
    releases.sort(null);
    int scale = dice.chance(0.03) ? 60 : 1;
    targets = targets(dice, scale);
    for (TargetPlan target : targets) {
      for (Outage outage : target.outages()) {
        end = Math.max(end, outage.until());
      }
    }
    calmAt = end + dice.between(0, 60 * SimTime.SECONDS);
    redriveEvery = dice.chance(0.4) ? 0 : calmAt / dice.skewed(1, 40);
    policy =
        dice.chance(0.25)
            ? Policy.HALT
            : dice.chance(0.15) ? Policy.PARK_BLOCKED_ONLY : Policy.PARK;
    blockedAfter =
        policy == Policy.PARK_BLOCKED_ONLY || (policy == Policy.PARK && dice.chance(0.6))
            ? Optional.of(Duration.ofSeconds((long) scale * dice.skewed(1, 240)))
            : Optional.empty();
    remembersAhead = dice.chance(0.8);
    writesReceipts = dice.chance(0.3);
    windowEvents = dice.chance(0.4) ? dice.skewed(1, 30) : 10_000;
    windowBytes = dice.chance(0.2) ? dice.skewed(500, 20_000) : 32L << 20;
    backoffBase = Duration.ofMillis(dice.skewed(10, 500));
    backoffCap = Duration.ofSeconds((long) scale * dice.skewed(1, 20));
    requestTimeout = dice.between(500 * SimTime.MILLIS, 10 * SimTime.SECONDS);
    redrivesEagerly = storm || dice.chance(0.4);
    kcl = dice.chance(0.4);
    checkpointEvery = (long) (dice.skewed(0.1, 60.0) * SimTime.SECONDS);
    leaseLossEvery =
        storm
            ? Math.max(span / 4, calmAt / 50)
            : dice.chance(0.5) ? 0 : calmAt / dice.skewed(1, 20);
    leaseLossUnnoticed = storm ? 1 : 60;
    batchSize = dice.skewed(1, 100);
    invocationTime = SimTime.SECONDS * scale * dice.skewed(3, 60);
    bisects = dice.chance(0.5);
    zombies = dice.chance(0.5);
  }

  private List<TargetPlan> targets(Dice dice, int scale) {
    int count = dice.chance(0.3) ? 1 : dice.between(2, 4);
    List<TargetPlan> list = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      BatchLimits limits =
          new BatchLimits(
              dice.skewed(1, 20),
              dice.chance(0.3) ? dice.between(40, 400) : 262_144,
              dice.skewed(1, 8));
      List<Outage> outages = new ArrayList<>();
      if (dice.chance(0.25)) {
        long from = dice.between(0, span);
        outages.add(
            new Outage(from, from + scale * dice.between(SimTime.SECONDS, 3 * SimTime.MINUTES)));
      }
      list.add(new TargetPlan("t" + i, dice.chance(0.7), limits, outages));
    }
    return List.copyOf(list);
  }

  int lastRelease() {
    return releases.size();
  }

  @Override
  public String toString() {
    return String.format(
        "%d records of %d aggregates (hot %.2f), %d shards, %d changes, span %d s, swaps %.2f,"
            + " malformed %.3f, newer %.3f, bad %.3f%n  targets %s%n  releases %s, calm at %d s%n"
            + "  policy %s, blocked after %s, ahead list %s, window %d/%d, backoff %s..%s%n"
            + "  %s, checkpoints every %d ms, leases lost every %d ms%n"
            + "  redrives every %d ms (eagerly %s), repairs %s, batches of %d, invocations of %d s, bisects %s, zombies %s",
        records,
        aggregates,
        hotShare,
        rootShards,
        shardChanges,
        span / SimTime.SECONDS,
        swapRate,
        malformedShare,
        newerShare,
        badShare,
        targets,
        releases,
        calmAt / SimTime.SECONDS,
        policy,
        blockedAfter,
        remembersAhead,
        windowEvents,
        windowBytes,
        backoffBase,
        backoffCap,
        kcl ? "KCL" : "Lambda",
        checkpointEvery / SimTime.MILLIS,
        leaseLossEvery / SimTime.MILLIS,
        redriveEvery / SimTime.MILLIS,
        redrivesEagerly,
        repairsParked,
        batchSize,
        invocationTime / SimTime.SECONDS,
        bisects,
        zombies);
  }
}

package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.simulation.ReleasePlan.Policy;
import io.github.dynamooutbox.relay.simulation.TargetPlan.Period;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a seed decides before anything happens: sizes, settings, and what will go wrong when. */
final class Plan {
  final Weather weather;
  int records;
  int aggregates;
  double hotShare;
  int eventsPerRecord;
  int rootShards;
  int shardChanges;
  long span;
  double swapRate;
  double businessShare;
  double malformedShare;

  /** How many of those that are malformed do not fit into the parking lot either. */
  double unparkableShare;

  double newerShare;
  int eventsPerSegment;

  /** Write units a second that a partition of the control table takes. */
  double tableUnits;

  /** Which share of what it gets a target accepts that throttles. */
  double acceptedInBursts;

  /** When hosts begin to read: records may be old by then. */
  long relayStartsAt;

  double noSequenceShare;
  double badShare;

  /** The longest time until something that is bad is mended, in seconds. */
  double longestMend;

  boolean repairsParked;

  /** Time between redrives before the end; 0: none. */
  long redriveEvery;

  /** Whether a lane is sometimes redriven as soon as something is parked in it. */
  boolean redrivesEagerly;

  List<TargetPlan> targets;

  /** How many events of an aggregate a target takes in a second; 0: any number. */
  int groupRate;

  /** How long a target knows an event that it accepted, and says so; 0: it does not. */
  long deduplicates;

  /** Whether every event goes to every target. */
  boolean routesAllToAll;

  /** When each release after the first is rolled out. */
  final List<Long> releases = new ArrayList<>();

  /** What each release's configuration says, the first one's first. */
  final List<ReleasePlan> configurations = new ArrayList<>();

  List<Period> tableOutages;

  long calmAt;
  boolean kcl;
  long checkpointEvery;
  long leaseLossEvery;
  double leaseLossUnnoticed;
  boolean remembersAhead;
  boolean writesReceipts;
  Duration backoffBase;
  Duration backoffCap;
  long requestTimeout;
  int batchSize;
  long invocationTime;
  boolean bisects;
  boolean zombies;

  /** How long the first target takes for each request, besides latency. */
  long firstTakes;

  Plan(Dice dice) {
    weather = Weather.of(dice);
    records =
        weather == Weather.CROWD
            ? dice.between(4_000, 8_000)
            : dice.chance(0.005)
                ? dice.skewed(100, 2_000)
                : dice.skewed(weather == Weather.CONTEST ? 15 : 3, 45);
    aggregates =
        weather == Weather.CROWD
            ? dice.between(3_000, 6_000)
            : dice.skewed(
                1, weather == Weather.CONTEST ? 8 : weather.isRough() ? 3 : Math.max(2, records));
    hotShare =
        weather == Weather.CROWD
            ? dice.skewed(0.05, 0.3)
            : dice.chance(0.5) ? dice.skewed(0.1, 0.9) : 0;
    eventsPerRecord = dice.chance(0.5) ? dice.between(2, 4) : 1;
    rootShards = dice.chance(0.6) ? 1 : dice.between(2, 3);
    shardChanges = dice.chance(0.6) ? 0 : dice.between(1, 3);
    span =
        weather.isRough() || dice.chance(0.3)
            ? (long) records * dice.skewed(1, 100) * SimTime.MILLIS
            : (long) (dice.skewed(1.0, 900.0) * SimTime.SECONDS);
    int scale = dice.chance(0.03) ? 60 : 1;
    writes(dice);
    goesOn(dice, scale);
    hosts(dice, scale);
    if (weather == Weather.LATE) {
      LatePlan.adapt(this, dice);
    }
  }

  /** What is written, and what is wrong with it. */
  private void writes(Dice dice) {
    swapRate = dice.chance(weather.isRough() ? 0.3 : 0.5) ? 0 : dice.skewed(0.01, 0.4);
    businessShare = dice.chance(0.5) ? 0 : dice.skewed(0.01, 0.4);
    malformedShare =
        weather == Weather.STORM || weather == Weather.REOPENING
            ? dice.skewed(0.05, 0.4)
            : dice.chance(0.65) ? 0 : dice.skewed(0.005, 0.1);
    unparkableShare = dice.chance(0.8) ? 0 : dice.skewed(0.1, 0.5);
    eventsPerSegment = dice.skewed(1, 100);
    tableUnits = dice.chance(0.15) ? dice.skewed(5.0, 100.0) : 1_000;
    acceptedInBursts = dice.chance(0.5) ? 0.1 : 0.01;
    newerShare = dice.chance(0.85) ? 0 : dice.skewed(0.005, 0.05);
    noSequenceShare = dice.chance(0.7) ? 0 : dice.skewed(0.1, 1.0);
    badShare =
        weather == Weather.CONTEST
            ? dice.skewed(0.1, 0.5)
            : dice.chance(0.5) ? 0 : dice.skewed(0.01, 0.2);
    longestMend = weather.mendsSoon() ? dice.skewed(0.05, 1.0) : 600;
    repairsParked = dice.chance(0.7);
  }

  /** What happens meanwhile: outages, releases, redrives. */
  private void goesOn(Dice dice, int scale) {
    boolean reopening = weather == Weather.REOPENING;
    int later =
        reopening ? 1 : dice.chance(weather == Weather.STORM ? 0.2 : 0.5) ? 0 : dice.between(1, 2);
    long end = span;
    for (int i = 0; i < later; i++) {
      end += dice.between(0, (reopening ? 1 : 60) * SimTime.SECONDS);
      releases.add(dice.between(reopening ? span : span / 4, end));
    }
    releases.sort(null);
    ReleasePlan configuration =
        ReleasePlan.first(
            dice,
            scale,
            weather == Weather.CONTEST || weather.mendsSoon()
                ? 0
                : weather == Weather.STORM ? 0.5 : 0.25);
    configurations.add(configuration);
    for (int i = 0; i < later; i++) {
      configuration = configuration.next(dice, scale);
      configurations.add(configuration);
    }
    targets = TargetPlan.some(dice, span, scale);
    tableOutages = TargetPlan.periods(dice, 0.1, span, scale * SimTime.MINUTES);
    end = Math.max(end, last(tableOutages));
    for (TargetPlan target : targets) {
      end = Math.max(end, Math.max(last(target.outages()), last(target.bursts())));
    }
    if (!reopening && dice.chance(0.04)) {
      relayStartsAt = end + dice.between(1, dice.chance(0.5) ? 60 : 1_800) * SimTime.MINUTES;
      end = relayStartsAt;
      if (dice.chance(0.7)) {
        // What the stream will soon trim meets targets that fail.
        Period trouble =
            new Period(relayStartsAt, relayStartsAt + dice.between(15, 60) * SimTime.MINUTES);
        targets = targets.stream().map(each -> each.failingAgain(trouble)).toList();
        end = trouble.until();
      }
    }
    long longest = (weather.mendsSoon() ? 2 : 60) * SimTime.SECONDS;
    calmAt = end + dice.between(0, longest);
    redriveEvery =
        weather.mendsSoon()
            ? Math.max(dice.between(20 * SimTime.MILLIS, 300 * SimTime.MILLIS), calmAt / 100)
            : dice.chance(0.4) ? 0 : calmAt / dice.skewed(1, 40);
    redrivesEagerly = weather == Weather.STORM || dice.chance(0.4);
  }

  private static long last(List<Period> periods) {
    return periods.isEmpty() ? 0 : periods.get(periods.size() - 1).until();
  }

  private void hosts(Dice dice, int scale) {
    remembersAhead = weather == Weather.CONTEST || dice.chance(0.8);
    writesReceipts = dice.chance(0.3);
    backoffBase = Duration.ofMillis(dice.skewed(10, 500));
    backoffCap = Duration.ofSeconds((long) scale * dice.skewed(1, 20));
    requestTimeout = dice.between(500 * SimTime.MILLIS, 10 * SimTime.SECONDS);
    kcl = weather == Weather.CONTEST || dice.chance(weather == Weather.REOPENING ? 0.8 : 0.4);
    checkpointEvery = (long) (dice.skewed(0.1, 60.0) * SimTime.SECONDS);
    leaseLossEvery =
        switch (weather) {
          case CONTEST -> dice.chance(0.7) ? 0 : calmAt / dice.skewed(1, 20);
          case STORM -> Math.max(span / 4, calmAt / 50);
          default -> dice.chance(0.5) ? 0 : calmAt / dice.skewed(1, 20);
        };
    leaseLossUnnoticed =
        switch (weather) {
          case CONTEST -> dice.skewed(0.02, 0.5);
          case STORM -> 1;
          default -> 60;
        };
    batchSize = dice.skewed(weather == Weather.CONTEST ? 50 : 1, 100);
    invocationTime = SimTime.SECONDS * scale * dice.skewed(3, 60);
    bisects = dice.chance(0.5);
    zombies = dice.chance(0.5);
  }

  /** The shortest time after which any release takes a target for down, or an event for stuck. */
  Duration leastBlockedAfter() {
    return configurations.stream()
        .flatMap(each -> each.blockedAfter().stream())
        .min(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  /** Whether the control table is down at this time. */
  boolean tableIsDown(long time) {
    return TargetPlan.covers(tableOutages, time);
  }

  int lastRelease() {
    return releases.size();
  }

  @Override
  public String toString() {
    return String.format(
        "%s: %d records of %d aggregates (hot %.2f), %d shards, %d changes, span %d s, swaps %.2f,"
            + " malformed %.3f, newer %.3f, bad %.3f%n  targets %s%n  releases %s, calm at %d s%n"
            + "  configurations %s%n  table down %s, ahead list %s, backoff %s..%s%n"
            + "  %s, checkpoints every %d ms, leases lost every %d ms%n"
            + "  redrives every %d ms (eagerly %s), repairs %s, batches of %d, invocations of %d s, bisects %s, zombies %s",
        weather,
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
        configurations,
        tableOutages,
        remembersAhead,
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

  /**
   * The relay begins half an hour before the stream trims the first records, and the first target
   * takes fewer than have been written: one at a time, each after half a minute, and none of them
   * fails.
   */
  private static final class LatePlan {
    private static final BatchLimits ONE_BY_ONE = new BatchLimits(1, 262_144, 1);
    private static final BatchLimits QUICK = new BatchLimits(10, 262_144, 4);

    private LatePlan() {}

    static void adapt(Plan plan, Dice dice) {
      plan.records = dice.between(100, 150);
      plan.aggregates = plan.records;
      plan.hotShare = dice.chance(0.5) ? 0 : dice.skewed(0.1, 0.9);
      plan.rootShards = 1;
      plan.shardChanges = 0;
      plan.span = 5 * SimTime.MINUTES;
      plan.relayStartsAt = 23 * 60 * SimTime.MINUTES + 30 * SimTime.MINUTES;
      plan.calmAt = plan.relayStartsAt + 60 * SimTime.MINUTES;
      plan.targets =
          List.of(
              new TargetPlan("t0", dice.chance(0.5), ONE_BY_ONE, List.of(), List.of()),
              new TargetPlan("t1", true, QUICK, List.of(), List.of()));
      plan.routesAllToAll = true;
      plan.firstTakes = 30 * SimTime.SECONDS;
      plan.requestTimeout = 60 * SimTime.SECONDS;
      plan.batchSize = dice.between(20, 100);
      plan.invocationTime = 15 * SimTime.MINUTES;
      plan.redriveEvery = dice.chance(0.5) ? 0 : 5 * SimTime.MINUTES;
      holdsNothingUp(plan);
    }

    private static void holdsNothingUp(Plan plan) {
      plan.newerShare = 0;
      plan.malformedShare = 0;
      plan.badShare = 0;
      plan.tableUnits = 1_000;
      plan.tableOutages = List.of();
      plan.leaseLossEvery = 0;
      plan.releases.clear();
      plan.configurations.clear();
      plan.configurations.add(
          new ReleasePlan(Policy.PARK, Optional.of(Duration.ofMinutes(1)), 10_000, 32L << 20));
    }
  }
}

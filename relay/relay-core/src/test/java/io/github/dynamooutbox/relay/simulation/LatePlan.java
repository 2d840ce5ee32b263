package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.simulation.ReleasePlan.Policy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The relay begins half an hour before the stream trims the first records, and the first target
 * takes fewer than have been written: one at a time, each after half a minute, and none of them
 * fails.
 */
final class LatePlan {
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

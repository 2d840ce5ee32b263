package io.github.dynamooutbox.relay.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.simulation.ReleasePlan.Policy;
import io.github.dynamooutbox.relay.simulation.Simulation.Result;
import io.github.dynamooutbox.relay.simulation.TargetPlan.Period;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One target is down for longer than the stream keeps records; the others must not notice. */
@Tag("full")
class LongOutageTest {
  private static final long HOUR = 60 * SimTime.MINUTES;
  private static final Duration STREAM_KEEPS = Duration.ofHours(24);
  private static final Duration DOWN_AFTER = Duration.ofMinutes(1);

  /** The minute after which a target counts as down, and one more, whatever pauses there are. */
  private static final Duration MOST_WAIT = Duration.ofMinutes(2);

  private static final int SEEDS = 5;

  @ParameterizedTest(name = "KCL: {0}")
  @ValueSource(booleans = {false, true})
  void parkingWhatIsBlockedKeepsTheOtherTargetsGoing(boolean kcl) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Result without = Simulation.run(seed, plan -> calm(plan, kcl));
      Result result = Simulation.run(seed, plan -> outage(plan, kcl, Optional.of(DOWN_AFTER)));

      assertThat(result.covered()).containsKeys("PARKED_BLOCKED", "TARGET_DOWN_FOR_HOURS");
      assertThat(result.longestDelays().get(0))
          .as("seed %d: the target that is up, with one that is down for 30 hours", seed)
          .isLessThan(without.longestDelays().get(0).plus(MOST_WAIT));
    }
  }

  @ParameterizedTest(name = "KCL: {0}")
  @ValueSource(booleans = {false, true})
  void withoutItTheyAreTakenPastWhatTheStreamKeeps(boolean kcl) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Result result = Simulation.run(seed, plan -> outage(plan, kcl, Optional.empty()));

      assertThat(result.longestDelays().get(0)).as("seed %d", seed).isGreaterThan(STREAM_KEEPS);
    }
  }

  /** The same without the outage: processes die and pause all the same. */
  private static void calm(Plan plan, boolean kcl) {
    outage(plan, kcl, Optional.of(DOWN_AFTER));
    plan.targets = List.of(target("up", List.of()), target("down", List.of()));
  }

  private static void outage(Plan plan, boolean kcl, Optional<Duration> blockedAfter) {
    plan.kcl = kcl;
    plan.records = 300;
    plan.aggregates = 40;
    plan.span = 34 * HOUR;
    plan.malformedShare = 0;
    plan.newerShare = 0;
    plan.badShare = 0;
    plan.targets =
        List.of(target("up", List.of()), target("down", List.of(new Period(HOUR, 31 * HOUR))));
    plan.routesAllToAll = true;
    plan.releases.clear();
    plan.configurations.clear();
    plan.configurations.add(new ReleasePlan(Policy.PARK, blockedAfter, 10, 1 << 20));
    plan.tableOutages = List.of();
    plan.calmAt = 35 * HOUR;
    plan.redriveEvery = 10 * SimTime.SECONDS;
    plan.backoffBase = Duration.ofSeconds(1);
    plan.backoffCap = Duration.ofMinutes(5);
    plan.invocationTime = 15 * SimTime.MINUTES;
    plan.batchSize = 50;
    plan.checkpointEvery = 10 * SimTime.SECONDS;
    plan.leaseLossEvery = 2 * HOUR;
    plan.remembersAhead = true;
  }

  private static TargetPlan target(String name, List<Period> outages) {
    return new TargetPlan(name, true, new BatchLimits(10, 262_144, 4), outages, List.of());
  }
}

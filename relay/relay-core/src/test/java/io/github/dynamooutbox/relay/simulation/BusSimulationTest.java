package io.github.dynamooutbox.relay.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The guarantees at targets like EventBridge's Custom Event Bus: ordered, a hundred events in a
 * request, each group throttled on its own, failing entries, and duplicates that the target knows
 * for five minutes and says so.
 */
class BusSimulationTest {
  private static final long WINDOW = 300 * SimTime.SECONDS;

  /** Events of an aggregate in a second: few, so that it matters. */
  private static final int GROUP_RATE = 2;

  private static void likeABus(Plan plan) {
    plan.groupRate = GROUP_RATE;
    plan.deduplicates = WINDOW;
    plan.targets =
        plan.targets.stream()
            .map(
                target ->
                    new TargetPlan(
                        target.name(), true, target.limits(), target.outages(), target.bursts()))
            .toList();
  }

  private static Map<String, Long> run(int seeds) {
    Map<String, Long> covered = new TreeMap<>();
    for (long seed = 0; seed < seeds; seed++) {
      Simulation.run(seed, BusSimulationTest::likeABus)
          .covered()
          .forEach((what, times) -> covered.merge(what, times, Long::sum));
    }
    System.out.printf("like a bus: %d seeds, met: %s%n", seeds, covered);
    return covered;
  }

  private static void assertMet(Map<String, Long> covered) {
    assertThat(covered)
        .containsKeys(TargetService.GROUP_THROTTLED, TargetService.DEDUPLICATED)
        .containsKeys(
            List.of(Coverage.ENTRY_FAILED, Coverage.ENTRY_REJECTED, Coverage.ANSWER_LOST).stream()
                .map(Coverage::name)
                .toArray(String[]::new));
  }

  @Test
  void keepsTheGuaranteesThoughGroupsAreThrottledAndAnswersLost() {
    assertMet(run(150));
  }

  @Tag("full")
  @Test
  void keepsThemForAThousandSeeds() {
    assertMet(run(1_000));
  }
}

package io.github.dynamooutbox.kcl.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** Prints the results of the rounds of chaos as a table. */
final class ChaosReport {
  /**
   * The result at one target in one round.
   *
   * @param bound how many may arrive twice
   */
  record AtTarget(String target, int arrived, int lost, int outOfOrder, int twice, int bound) {
    boolean isBroken() {
      return lost > 0 || outOfOrder > 0 || twice > bound;
    }
  }

  /**
   * The result of one round.
   *
   * @param moves moves of leases between live workers
   * @param again how long it took until each order was published again
   * @param wrong orders that a consumer did not change exactly once by each version
   */
  record Round(int number, Duration again, int moves, List<AtTarget> targets, int wrong) {
    boolean isBroken() {
      return wrong > 0 || targets.stream().anyMatch(AtTarget::isBroken);
    }
  }

  private final Map<String, List<Round>> rounds = new TreeMap<>();

  /**
   * Adds a round.
   *
   * @param what what happened
   */
  void add(String what, Round round) {
    rounds.computeIfAbsent(what, each -> new ArrayList<>()).add(round);
    System.out.printf(
        "round %d, %s: again after %.1f s, leases moved %d, %s, wrong effects %d%n",
        round.number(), what, seconds(round), round.moves(), round.targets(), round.wrong());
  }

  /** Prints one row for each kind; fails if a round broke a bound. */
  void close(long seed) {
    System.out.printf("seed %d%n", seed);
    System.out.println(
        "| what happens | rounds | events | lost | out of order | twice, in all | at most in a round"
            + " and target | allowed there | wrong effects | again after |");
    System.out.println("|---|---|---|---|---|---|---|---|---|---|");
    rounds.forEach(ChaosReport::print);
    assertThat(rounds)
        .allSatisfy((what, all) -> assertThat(all).as(what).noneMatch(Round::isBroken));
  }

  private static void print(String what, List<Round> all) {
    AtTarget worst =
        targets(all).max((one, other) -> Integer.compare(one.twice(), other.twice())).orElseThrow();
    System.out.printf(
        "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %.1f to %.1f s |%n",
        what,
        all.size(),
        sum(all, AtTarget::arrived),
        sum(all, AtTarget::lost),
        sum(all, AtTarget::outOfOrder),
        sum(all, AtTarget::twice),
        worst.twice(),
        worst.bound(),
        all.stream().mapToInt(Round::wrong).sum(),
        all.stream().mapToDouble(ChaosReport::seconds).min().orElseThrow(),
        all.stream().mapToDouble(ChaosReport::seconds).max().orElseThrow());
  }

  private static Stream<AtTarget> targets(List<Round> all) {
    return all.stream().flatMap(round -> round.targets().stream());
  }

  private static int sum(List<Round> all, ToIntFunction<AtTarget> count) {
    return targets(all).mapToInt(count).sum();
  }

  private static double seconds(Round round) {
    return round.again().toMillis() / 1000.0;
  }
}

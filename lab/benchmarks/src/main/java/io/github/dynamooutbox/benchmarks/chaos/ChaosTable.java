package io.github.dynamooutbox.benchmarks.chaos;

import io.github.dynamooutbox.benchmarks.results.Results;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Runs rounds of chaos and prints their results, a row for each kind of trouble. */
public final class ChaosTable {
  private static final int CONSUMERS = 2;

  private ChaosTable() {}

  /**
   * Runs the rounds and prints the results.
   *
   * @param function the packaged function
   * @return whether all guarantees held in all rounds
   */
  public static boolean measure(Results results, Path function, int rounds, long seed)
      throws InterruptedException {
    try (LambdaChaos chaos =
        new LambdaChaos(function, seed, CONSUMERS, round -> results.print("%s%n", round))) {
      results.print("seed %d%n", seed);
      return print(results, chaos.play(rounds));
    }
  }

  private static boolean print(Results results, List<ChaosRound> rounds) {
    results.print(
        "| what happens | rounds | events | lost | out of order | twice | most in a round | of at most"
            + " | wrong effects | published again after |%n|---|---|---|---|---|---|---|---|---|---|%n");
    Map<String, List<ChaosRound>> kinds =
        rounds.stream()
            .collect(
                Collectors.groupingBy(
                    ChaosRound::trouble, LinkedHashMap::new, Collectors.toList()));
    kinds.forEach((kind, all) -> print(results, kind, all));
    return results.bound(
        "lost 0, out of order 0, twice <= in flight, effects once",
        rounds.stream().allMatch(ChaosRound::holds));
  }

  private static void print(Results results, String kind, List<ChaosRound> all) {
    ChaosRound worst = Collections.max(all, Comparator.comparingInt(ChaosRound::twice));
    results.print(
        "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %.1f to %.1f s |%n",
        kind,
        all.size(),
        all.stream().mapToInt(ChaosRound::arrived).sum(),
        all.stream().mapToInt(ChaosRound::lost).sum(),
        all.stream().mapToInt(ChaosRound::outOfOrder).sum(),
        all.stream().mapToInt(ChaosRound::twice).sum(),
        worst.twice(),
        worst.inFlight(),
        all.stream().mapToInt(ChaosRound::wrongEffects).sum(),
        all.stream().mapToDouble(ChaosTable::seconds).min().orElse(0),
        all.stream().mapToDouble(ChaosTable::seconds).max().orElse(0));
  }

  private static double seconds(ChaosRound round) {
    return round.again().toMillis() / 1e3;
  }
}

package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Effects happen once, whatever goes wrong, for many seeds.
 *
 * <p>{@code -Dinbox.seeds=200000} runs so many, {@code -Dinbox.first=1000} begins there, {@code
 * -Dinbox.seed=17} runs this one only.
 */
class InboxModelTest {
  private static final int SEEDS = 2_000;

  @Test
  void effectsHappenOnceWhateverGoesWrong() {
    Long only = Long.getLong("inbox.seed");
    long first = only == null ? Long.getLong("inbox.first", 0) : only;
    long seeds = only == null ? Long.getLong("inbox.seeds", SEEDS) : 1;
    Map<String, Integer> met = new TreeMap<>();
    long began = System.nanoTime();
    for (long seed = first; seed < first + seeds; seed++) {
      InboxModel.run(seed).forEach((what, times) -> met.merge(what, times, Integer::sum));
    }
    System.out.printf(
        "inbox model: seeds %d to %d, %.0f ms%n  met: %s%n",
        first, first + seeds - 1, (System.nanoTime() - began) / 1e6, met);
    if (seeds >= SEEDS) {
      assertThat(met)
          .as("nothing may go untested")
          .containsKeys(
              "Handled",
              "AlreadyHandled",
              "Parked",
              "Waiting",
              "Late",
              "crash",
              "skipped",
              "expired",
              "CommitOutcomeUnknownException");
    }
  }

  @Test
  void runsASeedAlwaysInTheSameWay() {
    for (long seed = 0; seed < 50; seed++) {
      assertThat(InboxModel.run(seed)).isEqualTo(InboxModel.run(seed));
    }
  }
}

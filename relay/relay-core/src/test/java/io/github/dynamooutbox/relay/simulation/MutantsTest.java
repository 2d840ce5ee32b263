package io.github.dynamooutbox.relay.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The simulation sees: each of these bugs breaks a guarantee for some seed. */
class MutantsTest {
  private static final int MOST_SEEDS = 1_500;

  static Stream<Mutant> mutants() {
    return Stream.concat(Mutants.ALL.stream(), RedriveMutants.ALL.stream());
  }

  /** Batches are small in the simulation: here each record is read in a turn of its own. */
  @Test
  void seesNothingWrongWithoutABug() throws Throwable {
    MethodHandle simulation =
        new MutatedRelay(
                new Mutant(
                    "none", "internal/shard/Dispatch", "READ_AT_ONCE = 64;", "READ_AT_ONCE = 1;"))
            .simulation();
    for (long seed = 0; seed < 200; seed++) {
      simulation.invoke(seed);
    }
  }

  @ParameterizedTest
  @MethodSource("mutants")
  void isCaught(Mutant mutant) throws ReflectiveOperationException {
    MethodHandle simulation = new MutatedRelay(mutant).simulation();
    String caught = null;
    int seeds = 0;
    for (long seed : seeds(mutant)) {
      seeds++;
      try {
        simulation.invoke(seed);
      } catch (Throwable violation) {
        assertThat(violation.getCause()).asString().contains("Violation");
        caught = violation.getMessage().lines().findFirst().orElse("");
        break;
      }
    }
    System.out.printf("mutant \"%s\", after %d seeds: %s%n", mutant, seeds, caught);
    assertThat(caught).as("none of %d seeds notices: %s", MOST_SEEDS, mutant).isNotNull();
  }

  /** The same seeds wherever the search begins: those before it come last. */
  private static List<Long> seeds(Mutant mutant) {
    List<Long> seeds =
        LongStream.iterate(0, seed -> seed + 1)
            .filter(mutant::isLookedForIn)
            .limit(MOST_SEEDS)
            .boxed()
            .toList();
    return Stream.concat(
            seeds.stream().filter(seed -> seed >= mutant.from()),
            seeds.stream().filter(seed -> seed < mutant.from()))
        .toList();
  }

  /** Deliberate bugs in the redrive. */
  private static final class RedriveMutants {
    private static final String PART_RUN = "internal/redrive/PartRun";
    private static final String PAGE = "internal/redrive/PagePublish";
    private static final String PLAN = "internal/redrive/PagePlan";
    private static final String DRAIN = "internal/redrive/QueueDrain";

    static final List<Mutant> ALL =
        List.of(
            new Mutant(
                    "redrive works on a part that another one has leased",
                    PART_RUN,
                    "    if (lease.owner().equals(task.name())) {",
                    "    if (!lease.owner().isEmpty()) {")
                .from(357),
            new Mutant(
                    "redrive releases a queue without looking once more",
                    DRAIN,
                    "          if (page.isEmpty()) {\n            release(closing);",
                    "          if (page.size() >= 0) {\n            release(closing);")
                .from(182),
            new Mutant(
                "redrive takes out what it did not publish",
                PLAN,
                "      if (finished.contains(each.asFinished()) && refused == null) {",
                "      if (refused == null) {"),
            new Mutant(
                    "redrive for all targets overtakes a closed lane",
                    PAGE,
                    "    if (isFirst) {",
                    "    if (isFirst || !met.isEmpty()) {")
                .from(168),
            new Mutant(
                "redrive forgets which targets it has served",
                PLAN,
                "                isForAll ? marks : event.published()));",
                "                event.published()));"));

    private RedriveMutants() {}
  }
}

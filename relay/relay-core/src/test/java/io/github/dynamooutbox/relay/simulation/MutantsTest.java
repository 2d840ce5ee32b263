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
}

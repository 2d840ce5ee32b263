package io.github.dynamooutbox.relay.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.simulation.Simulation.Result;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The guarantees under everything that can go wrong, for many seeds.
 *
 * <p>{@code -Dsimulation.seeds=200000} runs so many, {@code -Dsimulation.first=1000} begins there,
 * {@code -Dsimulation.seed=17} runs this one only, {@code -Dsimulation.trace=true} tells its story.
 */
class SimulationTest {
  private static final int SEEDS = 3_000;

  /** Among them one whose redrive served several targets at once, which followed a set's order. */
  private static final int SEEDS_IN_TWO = 1_000;

  @Test
  void keepsTheGuaranteesWhateverGoesWrong() {
    Long only = Long.getLong("simulation.seed");
    long first = only == null ? Long.getLong("simulation.first", 0) : only;
    long seeds = only == null ? Long.getLong("simulation.seeds", SEEDS) : 1;
    Map<String, Long> covered = new TreeMap<>();
    long records = 0;
    long steps = 0;
    long began = System.nanoTime();
    for (long seed = first; seed < first + seeds; seed++) {
      Result result = Simulation.run(seed);
      result.covered().forEach((what, times) -> covered.merge(what, times, Long::sum));
      records += result.records();
      steps += result.steps();
    }
    double millis = (System.nanoTime() - began) / 1e6;
    System.out.printf(
        "simulation: seeds %d to %d, %d records, %d steps, %.0f ms (%.2f per seed)%n  met: %s%n",
        first, first + seeds - 1, records, steps, millis, millis / seeds, covered);
    if (seeds >= SEEDS) {
      assertThat(covered)
          .as("nothing may go untested")
          .containsKeys(Coverage.all().toArray(String[]::new));
    }
  }

  /** Here a receipt is sent between the answer to a parking and the entry in the books. */
  @Test
  void aReceiptTellsOnlyOfWhatIsInTheBooks() {
    assertThat(Simulation.run(7_010_572).covered()).containsKey(Coverage.TIMEOUT.name());
  }

  /** It was sent again when its turn came, long after it was known that the shard is late. */
  @Test
  void nothingThatWaitedInVainIsInFlightWhenTheStreamTrimsIt() {
    runs(10_005_543, 10_147_890);
  }

  /** One had waited for the control table, the other had just been read. */
  @Test
  void aTargetThatRejectsSomeIsNotTakenForOneThatAcceptsSome() {
    runs(10_013_379, 10_202_559);
  }

  private static void runs(long... seeds) {
    for (long seed : seeds) {
      assertThat(Simulation.run(seed).steps()).isPositive();
    }
  }

  @Test
  void runsASeedAlwaysInTheSameWay() {
    for (long seed = 0; seed < 20; seed++) {
      assertThat(Simulation.run(seed)).isEqualTo(Simulation.run(seed));
    }
  }

  /** The order of sets that Java makes of given elements differs from start to start. */
  @Tag("full")
  @Test
  @Timeout(300)
  void runsASeedInTheSameWayInAnotherJvm() throws IOException, InterruptedException {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SimulationTest.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader there = other.inputReader()) {
      for (long seed = 0; seed < SEEDS_IN_TWO; seed++) {
        assertThat(there.readLine()).isEqualTo(result(seed));
      }
      assertThat(other.waitFor()).isZero();
    } finally {
      other.destroyForcibly();
    }
  }

  /** Prints what became of the first seeds. */
  public static void main(String[] none) {
    LongStream.range(0, SEEDS_IN_TWO).mapToObj(SimulationTest::result).forEach(System.out::println);
  }

  private static String result(long seed) {
    Result result = Simulation.run(seed);
    return "%d: %d steps, %d records, met %s"
        .formatted(seed, result.steps(), result.records(), new TreeMap<>(result.covered()));
  }
}

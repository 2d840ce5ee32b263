package io.github.dynamooutbox.relay.internal.redrive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Appends, redrives, crashes, zombies and lost answers in any order: nothing is lost, first
 * publications are in order, and every queue is released in the end.
 */
class QueueProtocolTest {
  private static final int MOST_SEEDS_FOR_A_MUTANT = 4_000;
  private static final int SEEDS = Integer.getInteger("outbox.queue.seeds", 150);

  @Test
  void keepsOrderAndLosesNothingWhateverHappens() {
    for (int seed = 0; seed < SEEDS; seed++) {
      assertThat(violation(new QueueWorld(seed, true, UnaryOperator.identity(), true)))
          .as("seed " + seed)
          .isEmpty();
    }
  }

  @Test
  void publishesNothingTwiceWithoutAFault() {
    for (int seed = 0; seed < SEEDS; seed++) {
      QueueWorld world = new QueueWorld(seed, false, UnaryOperator.identity(), true);
      assertThat(violation(world) + duplicates(world)).as("seed " + seed).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void noticesAStepThatIsDoneWrong(QueueMutants mutant) {
    assertIsNoticed(
        mutant.from(),
        seed -> {
          QueueWorld world = new QueueWorld(seed, seed % 2 == 0, mutant, true);
          mutant.favour(world);
          return world;
        });
  }

  @Test
  void noticesARelayThatDoesNotReadTheViewAgainWhenAQueueIsReleased() {
    assertIsNoticed(0, seed -> new QueueWorld(seed, true, UnaryOperator.identity(), false));
  }

  /** The same seeds wherever the search begins: those before it come last. */
  private static void assertIsNoticed(long from, LongFunction<QueueWorld> mutated) {
    for (long i = 0; i < MOST_SEEDS_FOR_A_MUTANT; i++) {
      QueueWorld world = mutated.apply((from + i) % MOST_SEEDS_FOR_A_MUTANT);
      String found = violation(world);
      if (!found.isEmpty() || (!world.faulty && !duplicates(world).isEmpty())) {
        return;
      }
    }
    fail("not noticed with " + MOST_SEEDS_FOR_A_MUTANT + " seeds");
  }

  private static String duplicates(QueueWorld world) {
    StringBuilder found = new StringBuilder();
    world.accepted.forEach(
        (lane, events) -> {
          if (new HashSet<>(events).size() < events.size()) {
            found.append(lane.aggregate()).append(" twice: ").append(events).append('\n');
          }
        });
    return found.toString();
  }

  static String violation(QueueWorld world) {
    try {
      world.run();
    } catch (AssertionError e) {
      return String.valueOf(e.getMessage());
    }
    StringBuilder found = new StringBuilder();
    world.accepted.forEach(
        (lane, events) -> {
          List<Integer> first = new ArrayList<>();
          Set<Integer> seen = new HashSet<>();
          events.forEach(
              event -> {
                if (seen.add(event)) {
                  first.add(event);
                }
              });
          for (int i = 0; i < QueueWorld.EVENTS; i++) {
            if (i >= first.size() || first.get(i) != i) {
              found.append(lane.aggregate()).append(": ").append(events).append('\n');
              return;
            }
          }
        });
    return found.toString();
  }
}

package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.inbox.InboxMutants.InboxMutant;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The model sees: with each of these bugs an event is lost, repeated or out of order. */
class InboxMutantsTest {
  private static final int MOST_SEEDS = Integer.getInteger("inbox.seeds", 2_000);

  static List<InboxMutant> mutants() {
    return InboxMutants.ALL;
  }

  @ParameterizedTest
  @MethodSource("mutants")
  void isCaught(InboxMutant mutant, @TempDir Path output) throws Throwable {
    String caught = null;
    long seed = mutant.firstSeed();
    try (MutatedInbox inbox = new MutatedInbox(mutant, output)) {
      MethodHandle model = inbox.model();
      for (; seed < mutant.firstSeed() + MOST_SEEDS && caught == null; seed++) {
        try {
          Object unused = model.invoke(seed);
        } catch (AssertionError violation) {
          caught = violation.getMessage().lines().findFirst().orElse("");
        }
      }
    }
    System.out.printf(
        "mutant \"%s\", after %d seeds: %s%n", mutant, seed - mutant.firstSeed(), caught);
    assertThat(caught).as("none of %d seeds notices: %s", MOST_SEEDS, mutant).isNotNull();
  }
}

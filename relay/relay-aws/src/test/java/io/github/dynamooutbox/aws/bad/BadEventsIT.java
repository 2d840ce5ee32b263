package io.github.dynamooutbox.aws.bad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.dynamooutbox.aws.bad.DocumentedRows.Documented;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What docs/bad-events.md says of each bad record and event is what happens to it. */
class BadEventsIT {
  /** Also on a machine that is busy with other builds. */
  private static final long PATIENCE_SECONDS = 90;

  private static Bench bench;

  private final String id = UUID.randomUUID().toString();
  private final StreamPosition bad = new StreamPosition("100");
  private final StreamPosition follower = new StreamPosition("101");

  @BeforeAll
  static void start() {
    bench = new Bench();
  }

  @AfterAll
  static void stop() {
    bench.close();
  }

  static Stream<Documented> rows() {
    return DocumentedRows.read().stream();
  }

  @Test
  void eachRowOfTheDocumentationIsTestedAndEachTestIsDocumented() {
    assertThat(rows().map(Documented::bad))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(BadRows.all().keySet());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void withAControlTable(Documented row) throws Exception {
    assertFate(row, true, row.withControlTable());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void withoutAControlTable(Documented row) throws Exception {
    assertFate(row, false, row.without());
  }

  private void assertFate(Documented row, boolean parks, String documented) throws Exception {
    assumeTrue(bench.has(BadRows.all().get(row.bad()).target()), "only the stub has faults");
    Witness witness = new Witness(bad);
    ShardRelay relay = bench.relay(parks, witness).open("shard");
    // What comes behind, of another aggregate, shows whether the shard goes on.
    relay.submit(
        List.of(
            BadRows.all().get(row.bad()).record(id).at(bad),
            new BadRecord("bus", "follower-" + id).at(follower)));
    CompletableFuture.anyOf(relay.settled().toCompletableFuture(), witness.sentAgain())
        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    boolean isPassed = !relay.firstUnfinished().equals(Optional.of(bad));
    relay.close().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);

    assertThat(witness.fate(bad)).as("fate").isEqualTo(documented);
    assertThat(witness.message(bad)).as("message").contains(row.says());
    assertThat(witness.message(bad)).as("message").doesNotContain("total");
    boolean waits = documented.startsWith("halts") || documented.startsWith("sent again");
    assertThat(isPassed).as("the shard goes on behind it").isEqualTo(!waits);
    if (!waits) {
      assertThat(witness.fate(follower)).isEqualTo("published");
    }
  }
}

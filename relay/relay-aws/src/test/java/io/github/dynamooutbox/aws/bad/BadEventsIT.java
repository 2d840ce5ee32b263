package io.github.dynamooutbox.aws.bad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
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
    return Documented.read().stream();
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

  /**
   * Puts what becomes of a record into the words of the documentation, and keeps what is said of
   * it.
   */
  private static final class Witness implements RelayObserver {
    private final StreamPosition bad;
    private final Map<StreamPosition, String> fates = new ConcurrentHashMap<>();
    private final Map<StreamPosition, String> messages = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> sentAgain = new CompletableFuture<>();
    private int attempts;

    Witness(StreamPosition bad) {
      this.bad = bad;
    }

    /** Empty where nothing was heard of the record. */
    String fate(StreamPosition position) {
      return fates.getOrDefault(position, "");
    }

    String message(StreamPosition position) {
      return messages.getOrDefault(position, "");
    }

    /** Completes once the bad record has been sent again and again. */
    CompletableFuture<Void> sentAgain() {
      return sentAgain;
    }

    @Override
    public void observe(RelayEvent event) {
      if (event instanceof RelayEvent.Published it) {
        fates.put(it.envelope().position(), "published");
      } else if (event instanceof RelayEvent.Retried it) {
        fates.put(it.envelope().position(), "sent again " + it.code());
        messages.put(it.envelope().position(), it.message());
        if (it.envelope().position().equals(bad) && ++attempts == 3) {
          sentAgain.complete(null);
        }
      } else if (event instanceof RelayEvent.Parked it) {
        parked(it.envelope().position(), it.cause());
      } else if (event instanceof RelayEvent.ParkedUnreadable it) {
        parked(it.record().place().position(), it.record().cause());
      } else if (event instanceof RelayEvent.Skipped it) {
        fates.put(bad, "skipped " + it.reason());
      } else if (event instanceof RelayEvent.Heartbeat it) {
        fates.put(it.heartbeat().position(), "counted");
      } else if (event instanceof RelayEvent.Halted it) {
        fates.put(it.position(), "halts " + it.reason());
        messages.put(it.position(), it.message());
      } else if (event instanceof RelayEvent.ControlFailed it) {
        sentAgain.completeExceptionally(
            new IllegalStateException(it.what() + ": " + it.code() + " " + it.message()));
      }
    }

    private void parked(StreamPosition position, ParkedEvent.Cause cause) {
      String reason = cause.reason().name();
      fates.put(
          position, "parked " + reason + (cause.code().equals(reason) ? "" : " " + cause.code()));
      messages.put(position, cause.message());
    }
  }

  /** The tables of docs/bad-events.md whose first column says what is bad. */
  /**
   * One row.
   *
   * @param bad what is bad
   * @param withControlTable what happens to it
   * @param without what happens where there is no control table
   * @param says part of the message; empty where nothing is said
   */
  record Documented(String bad, String withControlTable, String without, String says) {
    private static final String HEAD = "| what is bad |";

    /** Before the code with which the relay halts, if it is another one. */
    private static final String WITHOUT = ", without a control table ";

    @Override
    public String toString() {
      return bad;
    }

    static List<Documented> read() {
      List<Documented> rows = new ArrayList<>();
      boolean inTable = false;
      for (String line : lines()) {
        inTable = line.startsWith(HEAD) || (inTable && line.startsWith("|"));
        if (inTable && !line.startsWith(HEAD) && !line.startsWith("|---")) {
          String[] cells = line.split("\\|", -1);
          String[] fates = cells[2].replace("`", "").strip().split(WITHOUT, -1);
          String last = fates[fates.length - 1];
          rows.add(
              new Documented(
                  cells[1].strip(), fates[0], halting(fates[0], last), cells[3].strip()));
        }
      }
      return rows;
    }

    /** What would be parked halts the relay, with the last code. */
    private static String halting(String fate, String last) {
      return fate.startsWith("parked ") || !fate.equals(last)
          ? "halts " + last.substring(last.lastIndexOf(' ') + 1)
          : fate;
    }

    private static List<String> lines() {
      try {
        return Files.readAllLines(Path.of("../../docs/bad-events.md"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}

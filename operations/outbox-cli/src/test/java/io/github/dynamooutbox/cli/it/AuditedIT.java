package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Audits of a table in which each event has another fate. */
class AuditedIT {
  private static final Set<String> BOTH = Set.of("bus", "audit");

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  @TempDir Path temporary;

  private final TestOutbox outbox = system.outbox().withTable();
  private final Instant yesterday = Instant.now().minus(Duration.ofHours(30));
  private Path state;

  @BeforeEach
  void state() {
    state = temporary.resolve("state");
  }

  @Test
  void accountsForEveryEventByTarget() throws Exception {
    commitOneOfEach();

    Ended ended = audit();

    assertThat(ended.code()).as(ended.err()).isEqualTo(4);
    assertThat(ended.out().replaceAll(" +", " "))
        .contains("5 events, 0 of them dropped by rules")
        .contains("audit 5 3 0 0 1 1\n", "bus 5 1 1 1 1 1\n")
        .containsPattern("missing \\S+ Order#lost 0+1/0 Placed lost bus, audit\n")
        .containsPattern("unproven \\S+ Order#fresh 0+1/0 Placed fresh bus, audit\n");
    assertThat(state.resolve("missing.jsonl")).content().contains("\"id\":\"lost\"");
    assertThat(state).isDirectoryNotContaining(each -> !each.endsWith("missing.jsonl"));
  }

  @Test
  void writesTheSameAsJson() throws Exception {
    commitOneOfEach();

    JsonNode document = new ObjectMapper().readTree(audit("--json").out());

    JsonNode bus = document.path("targets").path("bus");
    assertThat(bus.path("committed").asInt())
        .isEqualTo(
            bus.path("published").asInt()
                + bus.path("parked").asInt()
                + bus.path("takenOut").asInt()
                + bus.path("missing").asInt()
                + bus.path("unproven").asInt())
        .isEqualTo(5);
    assertThat(document.path("proof").asBoolean()).isFalse();
    assertThat(document.path("missing").findValuesAsText("id"))
        .containsExactlyInAnyOrder("lost", "fresh");
  }

  @Test
  void provesThatNothingIsMissing() throws Exception {
    commit("done", yesterday);
    outbox.receipt("Order#done", BOTH, BOTH);

    Ended ended = audit();

    assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
    assertThat(ended.out()).endsWith("Nothing is missing.\n");
    assertThat(state).doesNotExist();
  }

  @Test
  void callsMissingWhatTheRelayHasPassedIfSomebodySaysSo() throws Exception {
    commit("fresh", Instant.now().minusSeconds(600));

    assertThat(audit().out().replaceAll(" +", " ")).contains("bus 1 0 0 0 0 1\n");
    assertThat(audit("--relayed-until", "5m").out().replaceAll(" +", " "))
        .contains("bus 1 0 0 0 1 0\n");
  }

  @Test
  void refusesRangesThatCannotBeAudited() {
    commit("done", yesterday);

    assertRefused("must be a time in UTC", "--from", "yesterday");
    assertRefused("is empty: the end has to be after", "--from", "2h", "--to", "3h");
    assertRefused("is in the future", "--to", "2999-01-01T00:00:00Z");
    assertRefused("records are kept for 168 h", "--from", "8d");
    assertRefused("begins after", "--from", "10s");
    assertRefused(
        "has no record from this time; it has 1 from before, 0 from after", "--from", "2h");
    commit("just now", Instant.now());
    assertRefused("audit again in a moment: what is younger than 2 min is", "--from", "2h");
    assertRefused("--rcu -1.0: must be more than 0", "--rcu", "-1");
    assertRefused("parts: 0: must be from 1 to 1000", "--parts", "0");
  }

  @Test
  void goesOnOnlyWhereSomethingWasInterrupted() {
    Ended none = outbox.run("audit", "--resume", temporary.toString());
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("contains no interrupted audit: start a new one");

    Ended both = outbox.run("audit", "--resume", temporary.toString(), "--from", "2h");
    assertThat(both.code()).isEqualTo(2);
    assertThat(both.err()).contains("leave out --from");
  }

  /** A process of its own gets the signal. */
  @Test
  void endsAtCtrlCAndGoesOnWhereItWas() throws Exception {
    for (int i = 0; i < 200; i++) {
      commit("n" + i, yesterday);
    }
    outbox.receipt("Order#n7", BOTH, BOTH);
    // One unit a second: each read takes a second, and each of the four parts takes several.
    ToolProcess process =
        ToolProcess.start(
            outbox,
            "audit",
            "--rcu",
            "1",
            "--from",
            "31h",
            "--settle",
            "0s",
            "--state",
            "" + state);
    Path properties = state.resolve("audit.properties");
    process.await(() -> Files.exists(properties));

    Ended interrupted = process.interrupt();

    assertThat(interrupted.code()).as(interrupted.err()).isEqualTo(130);
    assertThat(interrupted.err()).contains("To continue: outbox audit --resume " + state);
    assertThat(interrupted.out()).isEmpty();
    assertThat(properties).content().containsPattern("items=1?\\d{1,2}\n");
    Ended resumed = outbox.run("audit", "--resume", state.toString());
    assertThat(resumed.code()).as(resumed.err()).isEqualTo(4);
    assertThat(resumed.out().replaceAll(" +", " ")).contains("bus 200 1 0 0 199 0\n");
  }

  private void commitOneOfEach() throws Exception {
    for (String each : new String[] {"done", "parked", "discarded", "lost"}) {
      commit(each, yesterday);
    }
    commit("fresh", Instant.now().minusSeconds(600));
    outbox.receipt("Order#done", BOTH, BOTH);
    for (String each : new String[] {"parked", "discarded"}) {
      outbox.receipt("Order#" + each, BOTH, Set.of("audit"));
      LaneKey lane = new LaneKey("bus", "Order#" + each);
      outbox.park(new QueueName.Lane(lane), outbox.parkable(lane, ParkReason.REJECTED));
    }
    Ended discard =
        outbox.run(
            "discard",
            "--target",
            "bus",
            "--aggregate",
            "Order#discarded",
            "--because",
            "a test",
            "--yes");
    assertThat(discard.code()).as(discard.err()).isZero();
  }

  private void commit(String id, Instant at) {
    outbox.commit(Aggregate.of("Order", id).at(1), "Placed", id, at);
  }

  private Ended audit(String... more) {
    List<String> all = new ArrayList<>(List.of("audit", "--settle", "0s", "--state", "" + state));
    Collections.addAll(all, more);
    if (!all.contains("--from")) {
      all.addAll(List.of("--from", "31h"));
    }
    return outbox.run(all.toArray(String[]::new));
  }

  private void assertRefused(String why, String... options) {
    Ended ended = audit(options);
    assertThat(ended.code()).as(ended.err()).isEqualTo(2);
    assertThat(ended.err()).contains(why);
    assertThat(ended.out()).isEmpty();
    assertThat(state).doesNotExist();
  }
}

package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.aws.control.LoggedDecision;
import io.github.dynamooutbox.aws.host.AwsControl;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Whoever decides something is in the log, whatever becomes of it, and nobody else is. */
class DecisionsIT {
  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  @TempDir private Path directory;

  private final TestOutbox outbox = system.outbox();

  @BeforeEach
  void park() throws Exception {
    outbox.withTable();
    Instant before = Instant.now().minus(Duration.ofMinutes(10));
    for (String id : List.of("1", "2", "3", "4")) {
      LaneKey lane = new LaneKey("bus", "Order#" + id);
      outbox.commit(Aggregate.of("Order", id).at(1), "Placed", "e-" + id, before);
      outbox.park(new QueueName.Lane(lane), outbox.parkable(lane, ParkReason.REJECTED));
    }
  }

  @Test
  void saysWhoDecidedWhatTheLatestFirst() throws Exception {
    done(
        "discard",
        "--target",
        "bus",
        "--aggregate",
        "Order#1",
        "--because",
        "a test",
        "--by",
        "ann");
    done(
        "reroute",
        "--target",
        "bus",
        "--aggregate",
        "Order#2",
        "--to",
        "audit",
        "--because",
        "too large");
    done("redrive", "--aggregate", "Order#3", "--by", "bob");
    done("purge", "--target", "bus", "--because", "bus is gone", "--by", "cleo");
    done(
        "replay",
        "--aggregate",
        "Order#1",
        "--target",
        "audit",
        "--by",
        "dan",
        "--state",
        directory.resolve("plan").toString());

    List<String> decided = decided().stream().map(DecisionsIT::said).toList();
    assertThat(decided)
        .containsExactly(
            "dan: replay of Order#1 to audit [audit], 1 of 1, DONE: ",
            "cleo: purge for bus [bus], 1 of 1, DONE: bus is gone",
            "bob: redrive of Order#3 [], 1 of 1, DONE: ",
            System.getProperty("user.name")
                + ": reroute to audit of Order#2 for bus [bus], 1 of 1, DONE: too large",
            "ann: discard of Order#1 for bus [bus], 1 of 1, DONE: a test");
    String text = outbox.run("decisions").out();
    assertThat(text.lines().map(line -> line.split(" {2,}", -1)[0].length()).distinct()).hasSize(2);
    assertThat(text)
        .contains("ann", "cleo", "purge for bus", "bus is gone")
        .doesNotContain("secret");
    assertThat(outbox.run("decisions", "--limit", "1").out())
        .contains("dan", "There are more: raise --limit.")
        .doesNotContain("ann");
    assertThat(outbox.run("decisions", "--since", Instant.now().toString()).out())
        .startsWith("Nothing was decided since ");
    String bobs = decided().get(2).path("at").asText();
    assertThat(outbox.run("decisions", "--until", bobs).out())
        .as("the end is exclusive")
        .contains("ann", "too large")
        .doesNotContain("bob", "cleo");
    assertThat(outbox.run("decisions", "--until", "40d").out())
        .as("begins 30 days before")
        .matches("Nothing was decided since \\S+Z and before \\S+Z\\.\n");
    Ended empty = outbox.run("decisions", "--since", "1h", "--until", "2h");
    assertThat(empty.code()).isEqualTo(2);
    assertThat(empty.err())
        .contains("--since 1h --until 2h: there is nothing in this range: --until must be later");
  }

  /** A name that says how long ago something was means nothing to whoever reads it later. */
  @Test
  void saysWhichRangeOfTimeWasReplayed() throws Exception {
    Instant before = Instant.now();
    done(
        "replay",
        "--from",
        "20m",
        "--to",
        "1m",
        "--target",
        "audit",
        "--state",
        directory.resolve("plan").toString());

    String selection = decided().get(0).path("selection").asText();
    Matcher range =
        Pattern.compile("written since (\\S+Z) written before (\\S+Z) to audit").matcher(selection);
    assertThat(range.matches()).as(selection).isTrue();
    assertThat(Instant.parse(range.group(1)))
        .isBetween(before.minusSeconds(1_201), Instant.now().minusSeconds(1_200));
    assertThat(Instant.parse(range.group(2)))
        .isBetween(before.minusSeconds(61), Instant.now().minusSeconds(60));
  }

  /** So that the log, leases and what others are told about them can be joined. */
  @Test
  void leasesAreOfTheSameRunAsTheDecision() throws Exception {
    try (RecordingEndpoint control = new RecordingEndpoint(system.servers().endpoint())) {
      for (String act :
          List.of(
              "discard --target bus --aggregate Order#1 --because x",
              "redrive --aggregate Order#2",
              "purge --target bus --because x")) {
        Ended ended = outbox.run((act + " --yes --endpoint " + control.address()).split(" "));
        assertThat(ended.err()).as(act).doesNotContain("nothing was done");

        assertThat(control.leaseOwners())
            .as(act)
            .containsExactly(decided().get(0).path("run").asText());
      }
    }
  }

  @Test
  void hasNothingOfWhatWasOnlyLookedAtOrRefused() throws Exception {
    outbox.runWithoutEffect("redrive", "--dry-run");
    outbox.runWithoutEffect("redrive");
    outbox.runWithoutEffect(
        "discard", "--target", "bus", "--aggregate", "Order#7", "--because", "x", "--yes");
    Ended nameless = outbox.runWithoutEffect("redrive", "--yes", "--by", " ");

    assertThat(nameless.code()).isEqualTo(2);
    assertThat(nameless.err()).contains("--by: must have 1 to 256 characters");
    Ended unplanned =
        outbox.runWithoutEffect("replay", "--aggregate", "Order#7", "--yes", "--by", " ");
    assertThat(unplanned.err()).contains("--by: must have 1 to 256 characters");
    assertThat(decided()).isEmpty();
  }

  /** An act that fails is in the log as well: something may have been done. */
  @Tag("full")
  @Test
  void keepsWhatCouldNotBeDone() throws Exception {
    int part = QueueName.partOf(new LaneKey("bus", "Order#1"));
    try (AwsControl control = outbox.control()) {
      TestOutbox.get(
          control
              .table()
              .queues()
              .lease(part, "the function", Instant.now(), Instant.now().plusSeconds(60)));
      Ended ended =
          outbox.run(
              "discard", "--target", "bus", "--aggregate", "Order#1", "--because", "x", "--yes");
      assertThat(ended.code()).isEqualTo(5);
      TestOutbox.get(control.table().queues().giveBack(part, "the function"));
      // Killed in the middle.
      TestOutbox.get(
          control
              .table()
              .decisions()
              .begin(
                  new LoggedDecision.Decision(
                      "eve", "run", "purge", Optional.of("bus"), "for bus", 4, Optional.of("x"))));
    }

    assertThat(decided())
        .extracting(each -> each.path("ended").asText())
        .containsExactly("", "BUSY");
    assertThat(outbox.run("decisions").out()).contains("not ended");
  }

  @Test
  void nothingIsDoneThatCannotBeWrittenDown() throws Exception {
    try (RecordingEndpoint control = new RecordingEndpoint(system.servers().endpoint())) {
      String put = "PutItem " + system.servers().control + RecordingEndpoint.OF_DECISIONS;
      control.refuse(put);
      for (String act :
          List.of(
              "redrive",
              "discard --target bus --aggregate Order#1 --because x",
              "reroute --target bus --aggregate Order#1 --to audit --because x",
              "purge --target bus --because x",
              "replay --aggregate Order#1 --target audit --state " + directory.resolve("no"))) {
        Ended ended = outbox.run((act + " --yes --endpoint " + control.address()).split(" "));

        assertThat(ended.code()).as(act + ended.err()).isEqualTo(3);
        assertThat(ended.err()).as(act).contains("nothing was done, because who decided it cannot");
        assertThat(ended.err()).as(act).doesNotContain("may have changed");
      }
      control.refuse("UpdateItem" + put.substring("PutItem".length()));
      Ended done = outbox.run("redrive", "--yes", "--endpoint", control.address());
      assertThat(done.code()).as(done.err()).isZero();
      assertThat(done.out()).startsWith("4 events published");
      assertThat(done.err()).contains("'outbox decisions' will not say how this ended: ");
    }
    assertThat(decided()).extracting(each -> each.path("ended").asText()).containsExactly("");
  }

  /** Somebody has agreed, and the queue cannot be read any more: nothing is done. */
  @Test
  void saysSoIfNothingWasDoneBecauseAReadFailed() throws Exception {
    ObjectMapper json = new ObjectMapper();
    String discard = "{\"act\": \"discard\", \"target\": \"bus\", \"aggregate\": \"Order#1\"}";
    String before = System.getProperty("aws.endpointUrl");
    try (RecordingEndpoint control = new RecordingEndpoint(system.servers().endpoint());
        ServedConsole console = ServedConsole.of(outbox, "--endpoint", control.address())) {
      JsonNode plan = json.readTree(console.post("plan", discard).body());
      control.refuse("(Query|PartiQLSelect) " + system.servers().control);

      JsonNode ended =
          console.posted("act", "{\"plan\": %s, \"because\": \"x\"}".formatted(plan.path("plan")));

      assertThat(ended.path("error").asText()).as("%s", ended).contains("cannot be used");
    } finally {
      System.setProperty("aws.endpointUrl", before);
    }
    assertThat(decided())
        .extracting(DecisionsIT::said)
        .containsExactly(
            System.getProperty("user.name")
                + ": discard of Order#1 for bus [bus],  of 1, FAILED: x");
    assertThat(outbox.run("parked", "--aggregate", "Order#1").out()).contains("e-1");
  }

  /** In the console, a plan that was never begun is not in the way of the next one. */
  @Tag("full")
  @Test
  void aReplayThatCannotBeWrittenDownIsPlannedAgain() throws Exception {
    Instant then = Instant.now().minus(Duration.ofHours(3));
    outbox.commit(Aggregate.of("Order", "lost").at(1), "Placed", "lost", then);
    String state = directory.resolve("audit").toString();
    String audit = "audit --from 4h --to 2h --relayed-until 1h --settle 0s --state " + state;
    assertThat(outbox.run(audit.split(" ")).code()).isEqualTo(4);
    ObjectMapper json = new ObjectMapper();
    String missing = "{\"act\": \"replay\", \"audit\": \"%s\"}".formatted(state);
    String before = System.getProperty("aws.endpointUrl");
    try (RecordingEndpoint control = new RecordingEndpoint(system.servers().endpoint());
        ServedConsole console = ServedConsole.of(outbox, "--endpoint", control.address())) {
      JsonNode plan = json.readTree(console.post("plan", missing).body());
      control.refuse("PutItem " + system.servers().control + RecordingEndpoint.OF_DECISIONS);
      JsonNode refused = console.posted("act", "{\"plan\": %s}".formatted(plan.path("plan")));
      assertThat(refused.path("error").asText()).contains("nothing was done, because who decided");

      control.refuse("(?!)");
      JsonNode again = json.readTree(console.post("plan", missing).body());
      assertThat(again.path("events").asInt()).as("%s", again).isEqualTo(2);
      JsonNode ended = console.posted("act", "{\"plan\": %s}".formatted(again.path("plan")));
      assertThat(ended.path("exit").asText()).as("%s", ended).isEqualTo("DONE");
    } finally {
      System.setProperty("aws.endpointUrl", before);
    }
    assertThat(decided())
        .extracting(each -> each.path("selection").asText())
        .containsExactly("of what the audit in audit has found missing");
  }

  private void done(String... arguments) {
    Ended ended =
        outbox.run(Stream.concat(Stream.of(arguments), Stream.of("--yes")).toArray(String[]::new));
    assertThat(ended.code()).as(ended.err()).isZero();
  }

  private static String said(JsonNode each) {
    return "%s: %s %s [%s], %s of %s, %s: %s"
        .formatted(
            Stream.of("by", "command", "selection", "target", "done", "events", "ended", "because")
                .map(name -> each.path(name).asText())
                .toArray());
  }

  private List<JsonNode> decided() throws Exception {
    List<JsonNode> all = new ArrayList<>();
    new ObjectMapper()
        .readTree(outbox.run("--json", "decisions").out())
        .path("decisions")
        .forEach(all::add);
    return all;
  }
}

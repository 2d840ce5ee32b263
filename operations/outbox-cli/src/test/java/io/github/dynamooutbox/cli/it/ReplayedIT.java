package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What was missed or chosen is published again. */
class ReplayedIT {
  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  @TempDir Path temporary;

  private final TestOutbox outbox = system.outbox().withTable();
  private final String run = UUID.randomUUID().toString().substring(0, 8);
  private final Instant yesterday = Instant.now().minus(Duration.ofHours(30));

  /** The runbook "Records were trimmed", step by step. */
  @Test
  void bringsBackWhatTheStreamHasForgotten() throws Exception {
    try (TestStream stream = new TestStream(outbox)) {
      commit("a", 1, yesterday);
      commit("b", 1, yesterday);
      stream.relay();
      // The relay is down for longer than the stream keeps what comes now.
      for (String id : List.of("a", "b", "c")) {
        commit(id, 2, yesterday.plusSeconds(60));
        commit(id, 3, yesterday.plusSeconds(120));
      }
      stream.forget();
      // Somebody starts it too early, for one event, and stops it.
      commit("b", 4, yesterday.plusSeconds(180));
      stream.relay();
      commit("a", 4, Instant.now());
      Path found = temporary.resolve("found");

      Ended audit = audit(found);
      assertThat(audit.code()).as(audit.err()).isEqualTo(4);
      assertThat(words(audit)).contains("bus 9 3 0 0 6 0\n");
      assertThat(audit.out()).contains("outbox replay --audit " + found);

      Ended dry = outbox.runWithoutEffect("replay", "--audit", "" + found, "--dry-run");
      assertThat(dry.code()).as(dry.err()).isZero();
      assertThat(words(dry)).contains("bus 7 1\n", "Later events of 2 lanes are already out");
      assertThat(words(dry)).containsPattern("bus Order#" + name("b") + " 0+2 1\n");
      assertThat(ids("bus")).doesNotContain(name("a") + "-2");

      Ended replay = outbox.run("replay", "--audit", "" + found, "--yes");
      assertThat(replay.code()).as(replay.err()).isZero();
      assertThat(replay.out()).endsWith("14 events published\n");

      stream.relay();
      assertThat(ids("bus", "a")).containsExactly("a-1", "a-2", "a-3", "a-4");
      assertThat(ids("bus", "b")).containsExactly("b-1", "b-4", "b-2", "b-3", "b-4");
      assertThat(ids("bus", "c")).containsExactly("c-2", "c-3");
      assertThat(ids("audit", "a")).containsExactly("a-1", "a-2", "a-3", "a-4");
      assertThat(replays()).hasSize(7).allMatch(id -> !id.endsWith("-1"));

      Ended again = audit(temporary.resolve("again"));
      assertThat(again.code()).as(again.out() + again.err()).isZero();
      assertThat(again.out()).contains("\nNothing is missing");

      Ended nothing = outbox.run("replay", "--audit", "" + found, "--yes");
      assertThat(nothing.code()).as(nothing.err()).isZero();
      assertThat(nothing.out()).isEqualTo("There is nothing to publish.\n");
    }
  }

  @Test
  void publishesWhatIsSelected() {
    commit("a", 1, yesterday);
    commit("a", 2, yesterday.plusSeconds(1));
    String order = "Order#" + name("a");
    String state = temporary.resolve("plan").toString();

    Ended asked = outbox.runWithoutEffect("replay", "--aggregate", order, "--state", state);
    assertThat(asked.code()).isEqualTo(2);
    assertThat(asked.err()).contains("Publish 4 events?", "add --yes");
    assertThat(temporary.resolve("plan")).doesNotExist();

    Ended one =
        outbox.run(
            "replay", "--id", name("a") + "-2", "--target", "bus", "--state", state, "--yes");
    assertThat(one.code()).as(one.err()).isZero();
    assertThat(ids("bus", "a")).containsExactly("a-2");
    assertThat(ids("audit", "a")).isEmpty();

    Ended all = outbox.run("replay", "--type", "Changed", "--state", state, "--yes", "--json");
    assertThat(all.out()).contains("\"published\" : 4");
    assertThat(ids("bus", "a")).containsExactly("a-2", "a-1", "a-2");
  }

  /** In one command what the runbook does in two. */
  @Test
  void auditsFirstIfThatIsWanted() throws Exception {
    try (TestStream stream = new TestStream(outbox)) {
      commit("a", 1, yesterday);
      stream.relay();
      commit("a", 2, yesterday.plusSeconds(60));
      commit("a", 3, yesterday.plusSeconds(120));
      commit("a", 4, Instant.now());
    }
    Ended dry = missing("--target", "bus", "--dry-run");
    assertThat(dry.code()).as(dry.err()).isZero();
    assertThat(words(dry)).contains("bus 2 0\n");
    assertThat(ids("bus", "a")).containsExactly("a-1");

    Ended replayed = missing("--target", "bus", "--yes");
    assertThat(replayed.code()).as(replayed.out() + replayed.err()).isZero();
    assertThat(replayed.out()).endsWith("2 events published\n");
    assertThat(ids("bus", "a")).containsExactly("a-1", "a-2", "a-3");
    assertThat(ids("audit", "a")).containsExactly("a-1");

    Ended rest = missing("--yes");
    assertThat(rest.code()).as(rest.err()).isZero();
    assertThat(ids("audit", "a")).containsExactly("a-1", "a-2", "a-3");
    Ended nothing = missing("--yes");
    assertThat(nothing.code()).as(nothing.err()).isZero();
    assertThat(nothing.err()).contains("Nothing is missing: there is nothing to publish.");
  }

  @Test
  void publishesWhatIsOfATenant() {
    for (String tenant : List.of("acme", "umbrella")) {
      outbox
          .service()
          .build()
          .transaction()
          .tenant(tenant)
          .events(
              Aggregate.of("Order", name(tenant)).at(1),
              Event.ofJson("Changed", "{}").id(name(tenant) + "-1"))
          .commit();
    }

    Ended ended =
        outbox.run(
            "replay", "--tenant", "acme", "--state", "" + temporary.resolve("plan"), "--yes");

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out()).endsWith("2 events published\n");
    assertThat(ids("bus")).containsExactly(name("acme") + "-1");
    assertThat(ids("audit")).containsExactly(name("acme") + "-1");
  }

  @Test
  void leavesOutALaneInWhichSomethingIsParked() throws Exception {
    commit("a", 1, yesterday);
    LaneKey lane = new LaneKey("bus", "Order#" + name("a"));
    outbox.park(new QueueName.Lane(lane), outbox.parkable(lane, ParkReason.REJECTED));
    String state = temporary.resolve("plan").toString();

    Ended ended = outbox.run("replay", "--aggregate", lane.aggregate(), "--state", state, "--yes");

    assertThat(ended.code()).as(ended.err()).isEqualTo(1);
    assertThat(ended.out()).contains("redrive or discard that, then replay", lane.aggregate());
    assertThat(ids("bus", "a")).isEmpty();
    assertThat(ids("audit", "a")).containsExactly("a-1");
  }

  /** A process of its own gets the signal. */
  @Test
  void endsAtCtrlCAndGoesOnWhereItWas() throws Exception {
    for (int version = 1; version <= 40; version++) {
      commit("a", version, yesterday);
    }
    Path state = temporary.resolve("plan");
    ToolProcess process =
        ToolProcess.start(
            outbox,
            "replay",
            "--type",
            "Changed",
            "--target",
            "bus",
            "--rate",
            "4",
            "--yes",
            "--state",
            "" + state);
    process.await(() -> ReplayDirectory.done(state) > 0);

    Ended interrupted = process.interrupt();

    assertThat(interrupted.code()).as(interrupted.err()).isEqualTo(130);
    assertThat(interrupted.err()).contains("To continue: outbox replay --resume " + state);
    assertThat(ids("bus", "a")).hasSize((int) ReplayDirectory.done(state)).hasSizeLessThan(40);
    Ended resumed = outbox.run("replay", "--resume", state.toString(), "--yes");
    assertThat(resumed.code()).as(resumed.err()).isZero();
    assertThat(ids("bus", "a"))
        .isEqualTo(IntStream.rangeClosed(1, 40).mapToObj(version -> "a-" + version).toList());
    assertThat(state).doesNotExist();
  }

  @Test
  void refusesWhatCannotBeReplayed() {
    commit("a", 1, yesterday);
    assertRefused("say what to publish");
    assertRefused("say what to publish", "--missing", "--type", "Changed");
    assertRefused("has no missing.jsonl", "--audit", temporary.toString());
    assertRefused("contains no interrupted replay", "--resume", temporary.toString());
    assertRefused("no record in the table matches", "--type", "Unknown");
    assertRefused("the configuration has no such target", "--type", "Changed", "--target", "buss");
    assertRefused("--rate -1.0: must be more than 0", "--type", "Changed", "--rate", "-1");
  }

  private void assertRefused(String why, String... options) {
    List<String> all = new ArrayList<>(List.of("replay", "--yes"));
    all.addAll(List.of(options));
    if (!all.contains("--audit") && !all.contains("--resume")) {
      all.addAll(List.of("--state", temporary.resolve("refused").toString()));
    }
    Ended ended = outbox.run(all.toArray(String[]::new));
    assertThat(ended.code()).as(ended.err()).isEqualTo(2);
    assertThat(ended.err()).contains(why);
    assertThat(temporary.resolve("refused")).doesNotExist();
  }

  private Ended audit(Path state) {
    return outbox.run("audit", "--from", "31h", "--settle", "0s", "--state", state.toString());
  }

  private Ended missing(String... options) {
    List<String> all =
        new ArrayList<>(List.of("replay", "--missing", "--from", "31h", "--settle", "0s"));
    all.addAll(List.of("--state", temporary.resolve("found").toString()));
    all.addAll(List.of(options));
    return outbox.run(all.toArray(String[]::new));
  }

  private static String words(Ended ended) {
    return ended.out().replaceAll(" +", " ");
  }

  private String name(String aggregate) {
    return run + aggregate;
  }

  private void commit(String aggregate, int version, Instant at) {
    outbox.commit(
        Aggregate.of("Order", name(aggregate)).at(version),
        "Changed",
        name(aggregate) + "-" + version,
        at);
  }

  /** Ids of one aggregate's events, in the order in which a target got them. */
  private List<String> ids(String target, String aggregate) {
    return ids(target).stream()
        .filter(id -> id.startsWith(name(aggregate) + "-"))
        .map(id -> id.substring(run.length()))
        .toList();
  }

  private List<String> ids(String target) {
    return events(target).stream().map(event -> event.path("id").asText()).toList();
  }

  private List<String> replays() {
    return events("bus").stream()
        .filter(event -> event.has("replay"))
        .map(event -> event.path("id").asText())
        .toList();
  }

  private List<JsonNode> events(String target) {
    return outbox.published(target).stream()
        .filter(event -> event.path("id").asText().startsWith(run))
        .toList();
  }
}

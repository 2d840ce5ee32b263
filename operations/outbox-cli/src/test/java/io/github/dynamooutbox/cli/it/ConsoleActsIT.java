package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.aws.host.AwsControl;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What the console changes: each test has an aggregate of its own with two parked events. */
class ConsoleActsIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NOTHING = "Nothing is parked";

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private static TestOutbox outbox;
  private static ServedConsole console;

  private final String id = UUID.randomUUID().toString();
  private final String aggregate = "Order#" + id;
  private final LaneKey lane = new LaneKey("bus", aggregate);

  @BeforeAll
  static void serve() throws Exception {
    outbox = system.outbox().withTable();
    console = ServedConsole.of(outbox);
  }

  @AfterAll
  static void end() {
    console.close();
  }

  @BeforeEach
  void park() throws Exception {
    outbox.commit(Aggregate.of("Order", id).at(1), "Placed", id + "-1");
    outbox.commit(Aggregate.of("Order", id).at(2), "Paid", id + "-2");
    outbox.park(new QueueName.Lane(lane), outbox.parkable(lane, ParkReason.REJECTED));
  }

  @Test
  void redrivesWhatItHasShownBeforeAndOnlyOnce() throws Exception {
    JsonNode plan = plan("{'act': 'redrive', 'aggregate': 'AGGREGATE'}");
    assertThat(plan.path("question").asText()).isEqualTo("Publish up to 2 events of 1 queue?");
    assertThat(plan.path("report").path("queues").path(0).path("aggregate").asText())
        .isEqualTo(aggregate);
    assertThat(published()).as("nothing is done yet").isEmpty();

    JsonNode ended = act(plan, "");

    assertThat(ended.path("exit").asText()).isEqualTo("DONE");
    assertThat(ended.path("report").path("published").asInt()).isEqualTo(2);
    assertThat(published()).containsExactly(id + "-1", id + "-2");
    assertThat(parked()).startsWith(NOTHING);
    HttpResponse<String> again = console.post("act", "{\"plan\": " + plan.path("plan") + "}");
    assertThat(again.statusCode()).isEqualTo(409);
    assertThat(again.body()).contains("was already carried out");
  }

  @Test
  void discardsAnEventWithAMarkOfWhoAndWhy() throws Exception {
    JsonNode plan =
        plan("{'act': 'discard', 'target': 'bus', 'aggregate': 'AGGREGATE', 'event': 'ID-1'}");
    assertThat(plan.path("question").asText()).isEqualTo("Discard 1 event?");
    assertThat(plan.path("report").path("events").path(0).path("message").asText())
        .isEqualTo("the entry is too large");
    assertThat(plan.toString()).doesNotContain("secret");

    JsonNode ended = act(plan, ", \"because\": \"test data\"");

    assertThat(ended.path("exit").asText()).isEqualTo("DONE");
    assertThat(outbox.run("show", aggregate).out())
        .contains(
            "discarded for bus by " + System.getProperty("user.name") + ": test data",
            "parked for bus: BEHIND");
    assertThat(published()).isEmpty();
  }

  @Test
  void sendsEventsToAnotherTarget() throws Exception {
    JsonNode plan =
        plan("{'act': 'reroute', 'target': 'bus', 'aggregate': 'AGGREGATE', 'behind': true}");

    JsonNode ended = act(plan, ", \"to\": \"audit\", \"because\": \"too large\"");

    assertThat(ended.path("report").path("left").asInt()).isEqualTo(2);
    assertThat(parked()).startsWith(NOTHING);
    assertThat(outbox.published("audit"))
        .extracting(event -> event.path("id").asText())
        .filteredOn(event -> event.startsWith(id))
        .containsExactly(id + "-1", id + "-2");
  }

  @Test
  void takesOutWhatItHasShownAndNothingThatIsParkedMeanwhile() throws Exception {
    JsonNode plan =
        plan("{'act': 'discard', 'target': 'bus', 'aggregate': 'AGGREGATE', 'behind': true}");
    outbox.commit(Aggregate.of("Order", id).at(3), "Shipped", id + "-3");
    outbox.append(
        new QueueName.Lane(lane), outbox.parkable(lane, ParkReason.REJECTED).subList(2, 3));

    JsonNode ended = act(plan, ", \"because\": \"test data\"");

    assertThat(ended.path("report").path("left").asInt()).isEqualTo(plan.path("events").asInt());
    assertThat(parked()).contains("0000000000000000003");
  }

  @Test
  void actsOnExactlyWhatIsTicked() throws Exception {
    JsonNode rows =
        JSON.readTree(console.get("parked?target=bus&reason=REJECTED&text=" + id).body())
            .path("events");
    assertThat(rows).hasSize(2);
    String second =
        "[{'key': '%s', 'aggregate': '%s'}]"
            .formatted(rows.path(1).path("key").asText(), rows.path(1).path("aggregate").asText());

    JsonNode plan = plan("{'act': 'discard', 'target': 'bus', 'chosen': " + second + "}");
    assertThat(plan.path("report").path("events")).hasSize(1);
    assertThat(plan.path("report").path("events").path(0).path("id").asText()).isEqualTo(id + "-2");
    act(plan, ", \"because\": \"test data\"");

    assertThat(parked()).contains(id + "-1").doesNotContain(id + "-2");
    assertThat(plan("{'act': 'discard', 'target': 'bus', 'chosen': " + second + "}").path("error"))
        .asString()
        .contains("nothing is parked for bus of what is ticked");
    assertThat(plan("{'act': 'discard', 'target': 'bus', 'chosen': []}").path("error"))
        .asString()
        .contains("nothing is ticked");
  }

  @Test
  void redrivesTheLanesWhoseFirstEventIsTicked() throws Exception {
    JsonNode rows =
        JSON.readTree(console.get("parked?target=bus&reason=REJECTED&text=" + id).body())
            .path("events");

    assertThat(plan(redriveOf(rows.path(1))).path("error").asText())
        .contains("a redrive publishes whole lanes; tick the first event of one");
    JsonNode ended = act(plan(redriveOf(rows.path(0))), "");

    assertThat(ended.path("exit").asText()).as("%s", ended).isEqualTo("DONE");
    assertThat(published()).containsExactly(id + "-1", id + "-2");
    assertThat(parked()).startsWith(NOTHING);
  }

  private String redriveOf(JsonNode ticked) {
    return "{'act': 'redrive', 'target': 'bus', 'chosen': [{'key': '%s', 'aggregate': '%s'}]}"
        .formatted(ticked.path("key").asText(), aggregate);
  }

  @Test
  void listsWhatIsBehindTheFirstPage() throws Exception {
    String query = "parked?target=bus&reason=REJECTED&text=" + id;
    JsonNode page = JSON.readTree(console.get(query + "&from=1").body());

    assertThat(page.path("events")).hasSize(1);
    assertThat(page.path("events").path(0).path("id").asText()).isEqualTo(id + "-2");
    assertThat(page.path("more").asBoolean()).isFalse();
    assertThat(console.get(query + "&from=-1").statusCode()).isEqualTo(400);
  }

  @Test
  void showsWhatWasPublishedInTheLastHours() throws Exception {
    Instant then = Instant.now().minus(Duration.ofHours(3));
    outbox.commit(Aggregate.of("Order", "past-" + id).at(1), "Placed", "past-" + id, then);
    outbox.receipt(then, "Order#past-" + id, Set.of("bus", "audit"), Set.of("audit"));

    JsonNode flow = JSON.readTree(console.get("history?hours=6").body());

    assertThat(flow.path("stepMillis").asLong()).isEqualTo(180_000);
    JsonNode events = flow.path("targets").path("audit").path("events");
    assertThat(events).hasSize(119);
    assertThat(IntStream.range(0, 100).map(step -> events.path(step).asInt()).sum())
        .as("what others publish now is in the last steps: %s", events)
        .isEqualTo(1);
    for (String hours : List.of("", "0", "25", "1h")) {
      assertThat(console.get("history?hours=" + hours).statusCode()).as(hours).isEqualTo(400);
    }
  }

  @Test
  void purgesATarget() throws Exception {
    JsonNode plan = plan("{'act': 'purge', 'target': 'bus'}");
    assertThat(plan.path("question").asText()).matches("Discard \\d+ events for bus for good\\?");
    assertThat(act(plan, "").path("error").asText())
        .contains("because: reason: must have 1 to 256");

    JsonNode ended = act(plan, ", \"because\": \"nobody reads it\"");

    assertThat(ended.path("exit").asText()).isEqualTo("DONE");
    assertThat(ended.path("report").path("discarded")).isEqualTo(plan.path("events"));
    assertThat(parked()).startsWith(NOTHING);
    assertThat(plan("{'act': 'purge', 'target': 'bus'}").path("error").asText())
        .isEqualTo("target \"bus\": nothing is parked for it");
  }

  @Test
  void auditsTheTable() throws Exception {
    String old = "Order#old-" + id;
    Instant then = Instant.now().minus(Duration.ofMinutes(30));
    TestOutbox own = system.outbox().withTable();
    own.commit(Aggregate.of("Order", "old-" + id).at(1), "Placed", "old-" + id, then);
    own.receipt(old, Set.of("bus", "audit"), Set.of("bus", "audit"));

    JsonNode ended;
    try (ServedConsole alone = ServedConsole.of(own)) {
      JsonNode plan = alone.posted("plan", "{\"act\": \"audit\", \"since\": \"40m\"}");
      ended = alone.posted("act", "{\"plan\": %s}".formatted(plan.path("plan")));
    }

    assertThat(ended.path("report").path("proof").asBoolean()).as("%s", ended).isTrue();
    assertThat(ended.path("report").path("events").asInt()).isEqualTo(1);
    assertThat(plan("{'act': 'audit', 'since': 'soon'}").path("error").asText())
        .startsWith("since \"soon\": ");
    assertThat(console.post("stop", "{}").statusCode()).as("nothing runs").isEqualTo(409);
  }

  @Test
  void replaysWhatAnAuditHasFoundMissing(@TempDir Path directory) throws Exception {
    String old = "lost-" + id;
    Instant then = Instant.now().minus(Duration.ofHours(3));
    outbox.commit(Aggregate.of("Order", old).at(1), "Placed", old, then);
    String[] audit = {
      "audit", "--from", "4h", "--to", "2h", "--relayed-until", "1h", "--settle", "0s", "--state"
    };
    String state = directory.resolve("audit").toString();
    assertThat(outbox.run(Stream.concat(Stream.of(audit), Stream.of(state)).toArray(String[]::new)))
        .extracting(ended -> ended.code())
        .isEqualTo(4);

    String missing = "{'act': 'replay', 'audit': '" + state + "'";
    assertThat(plan(missing + ", 'target': 'bus'}").path("events").asInt()).isEqualTo(1);
    assertThat(plan(missing + ", 'target': 'no'}").path("error").asText()).contains("\"no\"");
    assertThat(plan(missing + ", 'type': 'Placed'}").path("error").asText()).startsWith("type: ");
    JsonNode plan = plan(missing + "}");
    assertThat(plan.path("question").asText()).isEqualTo("Publish 2 events?");
    assertThat(act(plan, ", \"rate\": \"fast\"").path("error").asText())
        .startsWith("rate \"fast\": must be events a second");
    JsonNode ended = act(plan, ", \"rate\": \"50\"");

    assertThat(ended.path("exit").asText()).as("%s", ended).isEqualTo("DONE");
    assertThat(ended.path("report").path("published").asInt()).isEqualTo(2);
    assertThat(outbox.published("audit"))
        .extracting(event -> event.path("id").asText())
        .contains(old);
    assertThat(plan(missing + "}").path("error").asText())
        .contains("nothing that is missing can be published now");
    assertThat(plan("{'act': 'replay', 'audit': '/nowhere'}").path("error").asText())
        .contains("/nowhere");
  }

  @Test
  void saysWhoIsBusyAndUntilWhen() throws Exception {
    int part = QueueName.partOf(lane);
    Instant until = Instant.now().plusSeconds(60);
    try (AwsControl control = outbox.control()) {
      TestOutbox.get(control.table().queues().lease(part, "the function", Instant.now(), until));
      try {
        JsonNode ended = act(plan("{'act': 'redrive', 'aggregate': 'AGGREGATE'}"), "");

        assertThat(ended.path("exit").asText()).isEqualTo("BUSY");
        assertThat(ended.path("report").path("busy").path(0).path("owner").asText())
            .isEqualTo("the function");
      } finally {
        TestOutbox.get(control.table().queues().giveBack(part, "the function"));
      }
    }
    assertThat(published()).isEmpty();
  }

  @Test
  void keepsThePlanUntilTheDecisionCanBeKept() throws Exception {
    JsonNode plan = plan("{'act': 'reroute', 'target': 'bus', 'aggregate': 'AGGREGATE'}");

    assertThat(act(plan, ", \"to\": \"audit\"").path("error").asText())
        .contains("because: reason: must have 1 to 256 characters");
    assertThat(act(plan, ", \"because\": \"x\"").path("error").asText()).contains("to: choose");
    assertThat(act(plan, ", \"because\": \"x\", \"to\": \"bus\"").path("error").asText())
        .contains("is the target that they are parked for");
    assertThat(act(plan, ", \"because\": \"x\", \"to\": \"nowhere\"").path("error").asText())
        .contains("to \"nowhere\": the configuration has no such target");
    assertThat(parked()).contains(id);
    assertThat(act(plan, ", \"to\": \"audit\", \"because\": \"x\"").path("exit").asText())
        .isEqualTo("DONE");
  }

  @Test
  void refusesWhatDoesNotExist() throws Exception {
    assertThat(plan("{'act': 'redrive', 'aggregate': 'Order#none'}").path("error").asText())
        .startsWith("nothing is parked there");
    assertThat(plan("{'act': 'redrive', 'target': 'nowhere'}").path("error").asText())
        .startsWith("target \"nowhere\": the configuration has no such target");
    assertThat(plan("{'act': 'redrive', 'reason': 'BEHIND'}").path("error").asText())
        .startsWith("reason \"BEHIND\": must be one of");
    assertThat(
            plan("{'act': 'discard', 'target': 'bus', 'aggregate': 'AGGREGATE', 'event': 'x'}")
                .path("error")
                .asText())
        .isEqualTo("nothing is parked of %s for bus with the id x".formatted(aggregate));
    assertThat(
            plan("{'act': 'discard', 'target': 'bus', 'aggregate': 'Order'}")
                .path("error")
                .asText())
        .isEqualTo("nothing is parked of Order for bus");
    assertThat(plan("{'act': 'undo'}").path("error").asText()).startsWith("act \"undo\"");
    assertThat(console.post("plan", "[]").statusCode()).isEqualTo(400);
    assertThat(console.post("plan", "{").statusCode()).isEqualTo(400);
    assertThat(console.post("plan", " ".repeat((1 << 20) + 1)).statusCode()).isEqualTo(413);
    assertThat(console.post("act", "{\"plan\": \"none\"}").statusCode()).isEqualTo(409);
    assertThat(parked()).contains(id);
  }

  @Test
  void changesNothingForAPageOfAnotherOrigin() throws Exception {
    String plan =
        "{\"plan\": %s}"
            .formatted(plan("{'act': 'redrive', 'aggregate': 'AGGREGATE'}").path("plan"));
    String own = "X-Outbox-Console: 1";
    String origin = "Origin: http://" + console.url().getAuthority();

    assertThat(posted(plan, origin)).as("a form").contains(" 403 ");
    assertThat(posted(plan, own)).as("no origin").contains(" 403 ");
    assertThat(posted(plan, own, "Origin: null")).contains(" 403 ");
    assertThat(posted(plan, own, "Origin: https://evil.example")).contains(" 403 ");
    assertThat(posted(plan, own, "Origin: http://127.0.0.1:1")).contains(" 403 ");
    assertThat(posted(plan, own, origin, "Sec-Fetch-Site: same-site")).contains(" 403 ");
    assertThat(console.get("act?plan=1").statusCode()).as("not by GET").isEqualTo(404);
    assertThat(published()).isEmpty();

    assertThat(posted(plan, own, origin, "Sec-Fetch-Site: same-origin")).contains(" 200 ");
    assertThat(published()).containsExactly(id + "-1", id + "-2");
  }

  private static String posted(String body, String... headers) throws Exception {
    return console.raw(
        "POST %sact HTTP/1.1\r\nHost: %s\r\n%s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
            .formatted(
                console.url().getPath(),
                console.url().getAuthority(),
                String.join("\r\n", headers),
                body.getBytes(StandardCharsets.UTF_8).length,
                body));
  }

  private JsonNode plan(String request) throws Exception {
    return JSON.readTree(
        console
            .post(
                "plan",
                request.replace('\'', '"').replace("AGGREGATE", aggregate).replace("ID", id))
            .body());
  }

  private static JsonNode act(JsonNode plan, String more) throws Exception {
    return console.posted("act", "{\"plan\": %s%s}".formatted(plan.path("plan"), more));
  }

  private String parked() {
    return outbox.run("parked", "--aggregate", aggregate).out();
  }

  private List<String> published() {
    return outbox.servers().cloud.events(outbox.servers().bus, 0).stream()
        .map(event -> event.body())
        .filter(detail -> detail.contains(id))
        .map(detail -> detail.replaceAll("(?s).*\"id\"\\s*:\\s*\"(" + id + "-\\d)\".*", "$1"))
        .toList();
  }
}

package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A redrive of exactly what is chosen of a target without an order, and at a rate. */
@Tag("full")
class RedriveChosenIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private final String id = UUID.randomUUID().toString();
  private final LaneKey lane = new LaneKey("queue", "Order#" + id);
  private final TestOutbox outbox =
      new TestOutbox(
              system.servers(),
              "{\"type\": \"eventbridge\", \"busName\": \"%s\"}".formatted(system.servers().bus))
          .withTable();

  @BeforeEach
  void park() throws Exception {
    for (int i = 1; i <= 3; i++) {
      outbox.commit(Aggregate.of("Order", id).at(i), "Placed", id + "-" + i);
    }
    List<ParkedEvent> rejected =
        outbox.parkable(lane, ParkReason.REJECTED).stream()
            .map(
                event ->
                    new ParkedEvent(
                        event.place(),
                        new ParkedEvent.Cause(ParkReason.REJECTED, "TooLarge", "too large"),
                        event.attempts(),
                        event.item(),
                        event.published()))
            .toList();
    outbox.park(QueueName.Single.of(lane), rejected);
  }

  @Test
  void publishesExactlyTheSingleEventsThatAreTicked() throws Exception {
    try (ServedConsole console = ServedConsole.of(outbox)) {
      JsonNode rows =
          JSON.readTree(console.get("parked?target=queue&reason=REJECTED&text=" + id).body())
              .path("events");
      assertThat(rows).hasSize(3);
      String ticked =
          "{\"act\": \"redrive\", \"target\": \"queue\", \"chosen\": [{\"key\": %s, \"aggregate\": \"%s\"}]}"
              .formatted(rows.path(1).path("key"), lane.aggregate());

      JsonNode plan = JSON.readTree(console.post("plan", ticked).body());
      assertThat(plan.path("question").asText()).isEqualTo("Publish up to 1 event of 1 queue?");
      JsonNode refused =
          console.posted("act", "{\"plan\": %s, \"rate\": \"0.01\"}".formatted(plan.path("plan")));
      assertThat(refused.path("error").asText()).startsWith("rate 0.01: must be at least 1.0");
      JsonNode ended =
          console.posted("act", "{\"plan\": %s, \"rate\": \"5\"}".formatted(plan.path("plan")));

      assertThat(ended.path("exit").asText()).as("%s", ended).isEqualTo("DONE");
      assertThat(ended.path("report").path("published").asInt()).isEqualTo(1);
    }
    assertThat(published()).containsExactly(id + "-2");
    assertThat(outbox.run("parked", "--aggregate", lane.aggregate()).out())
        .contains(id + "-1", id + "-3")
        .doesNotContain(id + "-2");
  }

  /** What was chosen in front of a lane is gone by the time somebody agrees to it. */
  @Test
  void leavesALaneInFrontOfWhichAnotherEventStandsMeanwhile() throws Exception {
    LaneKey closed = lane("closed");
    outbox.park(new QueueName.Lane(closed), outbox.parkable(closed, ParkReason.REJECTED));
    try (ServedConsole console = ServedConsole.of(outbox)) {
      JsonNode front =
          JSON.readTree(console.get("parked?target=queue&reason=REJECTED&text=closed").body())
              .path("events")
              .path(0);
      String ticked =
          "{\"act\": \"redrive\", \"target\": \"queue\", \"chosen\": [{\"key\": %s, \"aggregate\": \"%s\"}]}"
              .formatted(front.path("key"), closed.aggregate());
      JsonNode plan = JSON.readTree(console.post("plan", ticked).body());
      assertThat(plan.path("question").asText()).isEqualTo("Publish up to 2 events of 1 queue?");
      String[] taken = {
        "discard", "--target", "queue", "--event", "closed-1", "--because", "x", "--yes"
      };
      assertThat(outbox.run(taken).code()).isZero();

      JsonNode ended = console.posted("act", "{\"plan\": %s}".formatted(plan.path("plan")));

      assertThat(ended.path("exit").asText()).as("%s", ended).isEqualTo("INCOMPLETE");
      assertThat(ended.path("report").path("changed").asInt()).isEqualTo(1);
      assertThat(ended.path("report").path("published").asInt()).isZero();
    }
    JsonNode decided = JSON.readTree(outbox.run("--json", "decisions", "--limit", "1").out());
    assertThat(decided.path("decisions").path(0).path("command").asText()).isEqualTo("redrive");
    assertThat(decided.path("decisions").path(0).path("ended").asText()).isEqualTo("INCOMPLETE");
    assertThat(outbox.run("parked", "--aggregate", closed.aggregate()).out()).contains("closed-2");
    Ended all = outbox.run("redrive", "--aggregate", closed.aggregate(), "--yes");
    assertThat(all.out()).startsWith("1 event published");
  }

  /** Nothing stands in front of a lane that is empty by now. */
  @Test
  void twoOperatorsRedriveTheSameLaneOnce() throws Exception {
    LaneKey same = lane("same");
    outbox.park(new QueueName.Lane(same), outbox.parkable(same, ParkReason.REJECTED));
    try (ServedConsole one = ServedConsole.of(outbox);
        ServedConsole other = ServedConsole.of(outbox)) {
      JsonNode front =
          JSON.readTree(one.get("parked?target=queue&reason=REJECTED&text=same-1").body())
              .path("events")
              .path(0);
      String ticked =
          "{\"act\": \"redrive\", \"target\": \"queue\", \"chosen\": [{\"key\": %s, \"aggregate\": \"%s\"}]}"
              .formatted(front.path("key"), same.aggregate());
      JsonNode plan = JSON.readTree(one.post("plan", ticked).body());
      JsonNode late = JSON.readTree(other.post("plan", ticked).body());

      JsonNode first = one.posted("act", "{\"plan\": %s}".formatted(plan.path("plan")));
      JsonNode second = other.posted("act", "{\"plan\": %s}".formatted(late.path("plan")));

      assertThat(first.path("report").path("published").asInt()).as("%s", first).isEqualTo(2);
      assertThat(second.path("exit").asText()).as("%s", second).isEqualTo("DONE");
      assertThat(second.path("report").path("changed").asInt()).isZero();
      assertThat(second.path("report").path("published").asInt()).isZero();
    }
    JsonNode decided = JSON.readTree(outbox.run("--json", "decisions").out()).path("decisions");
    assertThat(decided).hasSize(2);
    assertThat(decided.path(0).path("ended").asText()).isEqualTo("DONE");
  }

  /** Where what is chosen cannot leave alone, it says what to do. */
  @Test
  void saysWhereAnEventWaitsThatCannotBeChosen() throws Exception {
    LaneKey waiting = lane("waiting");
    outbox.park(QueueName.Part.of(waiting), outbox.parkable(waiting, ParkReason.BLOCKED));
    LaneKey closed = lane("shut");
    outbox.park(new QueueName.Lane(closed), outbox.parkable(closed, ParkReason.REJECTED));

    Ended backlog = outbox.runWithoutEffect("redrive", "--event", "waiting-1", "--yes");
    Ended behind = outbox.runWithoutEffect("redrive", "--event", "shut-2", "--yes");
    Ended none = outbox.runWithoutEffect("redrive", "--event", "nowhere", "--yes");
    Ended unnamed = outbox.runWithoutEffect("redrive", "--type", "Paid", "--yes");

    assertThat(backlog.code()).isEqualTo(2);
    assertThat(backlog.err())
        .contains(
            "Placed waiting-1 for queue waits in the target's backlog",
            "outbox redrive --target queue --reason BLOCKED");
    assertThat(behind.code()).isEqualTo(2);
    assertThat(behind.err())
        .contains("shut-2", "behind another", "redrive --target queue --aggregate 'Order#shut'");
    assertThat(none.code()).isZero();
    assertThat(none.err()).contains("Nothing is parked");
    assertThat(unnamed.code()).as(unnamed.err()).isZero();
    assertThat(unnamed.err()).contains("Nothing is parked");
  }

  private LaneKey lane(String name) {
    outbox.commit(Aggregate.of("Order", name).at(1), "Placed", name + "-1");
    outbox.commit(Aggregate.of("Order", name).at(2), "Paid", name + "-2");
    return new LaneKey("queue", "Order#" + name);
  }

  /** Each has been shown the same events; the second changes nothing more, and says so. */
  @Test
  void twoOperatorsActOnTheSameEventsOnce() throws Exception {
    String all = "{\"act\": \"redrive\", \"target\": \"queue\"}";
    String discard =
        "{\"act\": \"discard\", \"target\": \"queue\", \"aggregate\": \"%s\"}"
            .formatted(lane.aggregate());
    try (ServedConsole one = ServedConsole.of(outbox);
        ServedConsole other = ServedConsole.of(outbox)) {
      JsonNode shown = JSON.readTree(one.post("plan", all).body());
      JsonNode same = JSON.readTree(other.post("plan", all).body());
      JsonNode taking = JSON.readTree(other.post("plan", discard).body());
      assertThat(taking.path("question").asText()).isEqualTo("Discard 3 events?");

      JsonNode ended = one.posted("act", "{\"plan\": %s}".formatted(shown.path("plan")));
      JsonNode late = other.posted("act", "{\"plan\": %s}".formatted(same.path("plan")));
      JsonNode gone =
          other.posted(
              "act", "{\"plan\": %s, \"because\": \"test\"}".formatted(taking.path("plan")));

      assertThat(ended.path("report").path("published").asInt()).isEqualTo(3);
      assertThat(late.path("report").path("published").asInt()).as("%s", late).isZero();
      assertThat(gone.path("report").path("left").asInt()).as("%s", gone).isZero();
      assertThat(gone.path("report").path("gone").asInt()).isEqualTo(3);
      assertThat(gone.path("exit").asText()).isEqualTo("INCOMPLETE");
    }
    assertThat(published()).hasSize(3);
  }

  @Test
  void takesItsTimeAtARate() {
    Instant start = Instant.now();

    Ended ended = outbox.run("redrive", "--target", "queue", "--rate", "1", "--yes");

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out()).startsWith("3 events published");
    assertThat(Duration.between(start, Instant.now())).isGreaterThan(Duration.ofSeconds(2));
    assertThat(published()).containsExactlyInAnyOrder(id + "-1", id + "-2", id + "-3");
  }

  @Test
  void refusesARateThatIsNone() {
    for (String rate : List.of("0", "-1", "NaN", "0.9", "fast")) {
      Ended ended = outbox.runWithoutEffect("redrive", "--rate=" + rate, "--yes");

      assertThat(ended.code()).as(rate).isEqualTo(2);
      assertThat(ended.err()).as(rate).contains("--rate");
    }
  }

  private List<String> published() {
    return outbox.published("bus").stream()
        .map(event -> event.path("id").asText())
        .filter(each -> each.startsWith(id))
        .toList();
  }
}

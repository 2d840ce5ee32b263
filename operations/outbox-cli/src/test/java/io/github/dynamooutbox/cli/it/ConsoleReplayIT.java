package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.writer.Aggregate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A replay of what somebody selects in the console. */
@Tag("full")
class ConsoleReplayIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private final String id = UUID.randomUUID().toString();
  private final Instant then = Instant.now().minus(Duration.ofMinutes(20));
  private final TestOutbox outbox = system.outbox().withTable();
  private ServedConsole console;

  @BeforeEach
  void commit() throws Exception {
    outbox.commit(Aggregate.of("Order", "a" + id).at(1), "Placed", id + "-1", then);
    outbox.commit(Aggregate.of("Order", "a" + id).at(2), "Paid", id + "-2", then.plusSeconds(60));
    outbox.commit(Aggregate.of("Order", "b" + id).at(1), "Placed", id + "-3", then.plusSeconds(90));
    console = ServedConsole.of(outbox);
  }

  @AfterEach
  void close() {
    console.close();
  }

  @Test
  void publishesWhatIsSelectedAndWasShown() throws Exception {
    JsonNode plan = plan("'aggregate': 'Order#aID', 'since': '1h', 'target': 'audit'");
    assertThat(plan.path("question").asText()).as("%s", plan).isEqualTo("Publish 2 events?");
    assertThat(plan.path("report").path("targets").path("audit").path("events").asInt())
        .isEqualTo(2);
    assertThat(plan.path("report").path("targets").path("audit").has("again")).isFalse();
    assertThat(published()).as("nothing is done yet").isEmpty();
    outbox.commit(Aggregate.of("Order", "a" + id).at(3), "Sent", id + "-4");

    JsonNode ended = act(plan, ", \"rate\": \"50\"");

    assertThat(ended.path("exit").asText()).as("%s", ended).isEqualTo("DONE");
    assertThat(published()).containsExactly(id + "-1", id + "-2");
  }

  /** As many events of as many records, but another one of them. */
  @Test
  void publishesNothingIfItIsNotExactlyWhatWasShown() throws Exception {
    JsonNode plan = plan("'type': 'Placed', 'until': '5m', 'target': 'audit'");
    assertThat(plan.path("events").asInt()).isEqualTo(2);
    outbox.deleteRecords("Order#b" + id);
    outbox.commit(Aggregate.of("Order", "c" + id).at(1), "Placed", id + "-5", then);

    assertThat(act(plan, "").path("error").asText())
        .isEqualTo("what would be published has changed since it was shown: open it again");
    assertThat(published()).isEmpty();
    JsonNode ended = act(plan("'type': 'Placed', 'until': '5m', 'target': 'audit'"), "");

    assertThat(ended.path("exit").asText()).as("%s", ended).isEqualTo("DONE");
    assertThat(published()).containsExactlyInAnyOrder(id + "-1", id + "-5");
  }

  @Test
  void refusesWhatSelectsNothing() throws Exception {
    assertThat(plan("'target': 'audit'").path("error").asText()).startsWith("say what to publish");
    assertThat(plan("'since': 'soon'").path("error").asText()).startsWith("since \"soon\": ");
    assertThat(plan("'until': 'soon'").path("error").asText()).startsWith("until \"soon\": ");
    assertThat(plan("'aggregate': 'Order'").path("error").asText())
        .startsWith("aggregate \"Order\": must be a type and an id");
    assertThat(plan("'type': 'Placed', 'target': 'no'").path("error").asText())
        .startsWith("target \"no\": the configuration has no such target");
    assertThat(plan("'type': 'Nothing'").path("error").asText())
        .isEqualTo("no record in the table matches, or no target gets it now");
  }

  private JsonNode plan(String fields) throws Exception {
    String request = "{'act': 'replay', " + fields + "}";
    return JSON.readTree(console.post("plan", request.replace('\'', '"').replace("ID", id)).body());
  }

  private JsonNode act(JsonNode plan, String more) throws Exception {
    return console.posted("act", "{\"plan\": %s%s}".formatted(plan.path("plan"), more));
  }

  private List<String> published() {
    return outbox.published("audit").stream()
        .map(event -> event.path("id").asText())
        .filter(each -> each.startsWith(id))
        .toList();
  }
}

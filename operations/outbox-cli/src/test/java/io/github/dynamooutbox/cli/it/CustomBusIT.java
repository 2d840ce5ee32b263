package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import io.github.dynamooutbox.writer.Aggregate;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What operators do with a Custom Event Bus, which says what it had already. */
class CustomBusIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  @TempDir Path temporary;

  private final String bus = AwsUnderTest.unique("shop");
  private TestOutbox outbox;

  @BeforeEach
  void create() {
    assumeTrue(AwsUnderTest.endpoint().isEmpty(), "no emulator has Custom Event Buses");
    String arn = system.servers().cloud.createCustomBus(bus).orElseThrow();
    outbox =
        new TestOutbox(
                system.servers(),
                "{\"type\": \"eventbridgev2\", \"busArn\": \"%s\"}".formatted(arn))
            .withTable();
  }

  @Test
  void showAndAuditSayWhatTheBusHadAlready() throws Exception {
    commit(1);
    inject(When.on(Service.EVENTBRIDGEV2).target(bus).next(1), Fault.loseAnswer());
    relay();

    assertThat(ids()).containsExactly("1-1");
    Ended show = outbox.run("show", "Order#1");
    assertThat(show.out())
        .contains("published to queue, which had it already when it was sent again");
    Ended audit =
        outbox.run("audit", "--from", "31h", "--settle", "0s", "--state", "" + directory("audit"));
    assertThat(audit.code()).as(audit.err()).isZero();
    assertThat(audit.out())
        .contains("queue said 1 times that it had an event already", "Nothing is missing.");
  }

  @Test
  void receivesWhatIsReplayedThoughItDropsWhatTheRelayPublishesTwice() throws Exception {
    for (int version = 1; version <= 3; version++) {
      commit(version);
    }
    relay();
    relay();
    assertThat(ids()).containsExactly("1-1", "1-2", "1-3");

    Ended replay =
        outbox.run("replay", "--aggregate", "Order#1", "--state", "" + directory("plan"), "--yes");

    assertThat(replay.code()).as(replay.err()).isZero();
    assertThat(ids()).containsExactly("1-1", "1-2", "1-3", "1-1", "1-2", "1-3");
    assertThat(details().subList(3, 6)).allMatch(event -> event.has("replay"));
  }

  @Test
  void theConsoleRedrivesWhatItRejectedAndShowsWhatBecameOfIt() throws Exception {
    Injection rejecting =
        inject(
            When.on(Service.EVENTBRIDGEV2).target(bus),
            Fault.failEntries(
                entry -> entry.body().contains("\"1-2\""),
                EntryError.rejected("VALIDATION_ERROR")));
    for (int version = 1; version <= 3; version++) {
      commit(version);
    }
    relay();
    assertThat(ids()).containsExactly("1-1");
    try (ServedConsole console = ServedConsole.of(outbox)) {
      assertThat(console.get("timeline?aggregate=Order%231").body()).contains("VALIDATION_ERROR");
      rejecting.cancel();
      JsonNode plan = console.posted("plan", "{\"act\": \"redrive\", \"aggregate\": \"Order#1\"}");

      JsonNode ended = console.posted("act", "{\"plan\": %s}".formatted(plan.path("plan")));

      assertThat(ended.path("exit").asText()).as(ended + "").isEqualTo("DONE");
      assertThat(ids()).containsExactly("1-1", "1-2", "1-3");
      assertThat(outbox.run("parked").out()).startsWith("Nothing is parked");
      assertThat(console.get("timeline?aggregate=Order%231").body())
          .doesNotContain("VALIDATION_ERROR", "secret");
    }
  }

  private static Injection inject(When when, Fault fault) {
    return system.servers().cloud.stub().orElseThrow().faults().inject(when, fault);
  }

  private Path directory(String name) {
    return temporary.resolve(name);
  }

  private void commit(int version) {
    outbox.commit(
        Aggregate.of("Order", "1").at(version),
        "Changed",
        "1-" + version,
        Instant.now().minus(Duration.ofHours(30)));
  }

  /** From the beginning of the stream, as one that has lost its position. */
  private void relay() throws Exception {
    try (TestStream stream = new TestStream(outbox)) {
      stream.relay();
    }
  }

  private List<String> ids() throws IOException {
    return details().stream().map(event -> event.path("id").asText()).toList();
  }

  private List<JsonNode> details() throws IOException {
    List<JsonNode> details = new ArrayList<>();
    for (var event : system.servers().cloud.customEvents(bus)) {
      details.add(JSON.readTree(event.body()));
    }
    return details;
  }
}

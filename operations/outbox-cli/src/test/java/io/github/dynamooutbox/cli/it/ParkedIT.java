package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.aws.config.RelayConfigSource;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueEvents;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ParkedIT {
  private static final LaneKey LANE = new LaneKey("bus", "Order#42");

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private final TestOutbox outbox = system.outbox().withTable();

  @Test
  void showsWhichQueuesWaitAndWhy() throws Exception {
    park();

    Ended ended = outbox.run("parked");

    assertThat(ended.code()).as("somebody has to act").isEqualTo(4);
    assertThat(ended.out().lines())
        .hasSize(3)
        .first()
        .asString()
        .matches("TARGET +REASON +QUEUE +EVENTS +OLDEST");
    assertThat(ended.out().lines().toList().get(1)).matches("bus +REJECTED +Order#42 +2 +\\d+ s");
    assertThat(ended.out()).endsWith("2 events in 1 queue\n");
  }

  @Test
  void writesTheSameAsJson() throws Exception {
    park();

    JsonNode document = new ObjectMapper().readTree(outbox.run("parked", "--json").out());

    assertThat(document.path("events").asInt()).isEqualTo(2);
    JsonNode queue = document.path("queues").path(0);
    assertThat(queue.path("aggregate").asText()).isEqualTo("Order#42");
    assertThat(queue.path("reason").asText()).isEqualTo("REJECTED");
  }

  @Test
  void leavesOutWhatWasNotAskedFor() throws Exception {
    park();

    String others = ". Queues hold 2 events: outbox parked\n";
    assertThat(outbox.run("parked", "--target", "audit").out())
        .isEqualTo("Nothing is parked for audit" + others);
    assertThat(outbox.run("parked", "--reason", "blocked").out())
        .isEqualTo("Nothing is parked as BLOCKED" + others);
    assertThat(outbox.run("parked", "--aggregate", "Order#43").out())
        .isEqualTo("Nothing is parked of Order#43" + others);
    assertThat(outbox.run("parked", "--reason", "rejected").out()).contains("Order#42");
  }

  /** What is only queued behind something is no reason of a queue, and can be asked for. */
  @Test
  void findsWhatIsQueuedBehindAFailedEvent() throws Exception {
    park();

    assertThat(outbox.run("parked", "--reason", "behind").out()).endsWith("1 event in 1 queue\n");
    assertThat(outbox.run("parked", "--reason", "behind", "--events").out().lines())
        .hasSize(2)
        .last()
        .asString()
        .contains("BEHIND");
  }

  @Test
  void selectsByIdCodeAndAge() throws Exception {
    park();

    assertThat(rows("--event", "OUTBOX#Order#42/0000000000000000001")).isEqualTo(1);
    assertThat(rows("--type", "?")).as("cannot be read").isEqualTo(2);
    assertThat(rows("--code", "REJECTED", "--older-than", "0s")).isEqualTo(1);
    assertThat(outbox.run("parked", "--older-than", "2026-11-21T00:00:00Z").out())
        .startsWith("Nothing is parked and not since 2026-11-21T00:00:00Z")
        .endsWith(". Queues hold 2 events: outbox parked\n");
  }

  private long rows(String... filter) {
    String[] all = new String[filter.length + 1];
    all[0] = "parked";
    System.arraycopy(filter, 0, all, 1, filter.length);
    return outbox.run(all).out().lines().filter(line -> line.startsWith("bus ")).count();
  }

  @Test
  void saysOfAnAggregateThatNothingIsParkedWhereThatIsSo() {
    assertThat(outbox.run("parked", "--aggregate", "Order#43").out())
        .isEqualTo("Nothing is parked.\n");
  }

  @Test
  void refusesALimitThatLetsNothingBeFoundOrDoesNotFitIntoMemory() {
    for (String limit : List.of("0", "5001")) {
      Ended ended = outbox.run("parked", "--events", "--limit", limit);

      assertThat(ended.code()).isEqualTo(2);
      assertThat(ended.err()).contains("--limit " + limit + ": must be from 1 to 5000");
    }
  }

  @Test
  void takesOptionsBeforeTheCommandToo() {
    assertThat(outbox.run("--json", "parked").out()).contains("\"queues\" : [ ]");
  }

  @Test
  void refusesATargetThatDoesNotExist() {
    Ended ended = outbox.run("parked", "--target", "buss");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err())
        .contains("--target \"buss\": the configuration has no such target; it has audit, bus");
  }

  @Test
  void saysWhichTableIsMissing() {
    String document = outbox.document().replace(outbox.servers().control, "nowhere");

    Ended ended =
        OperatedSystem.run(Map.of(RelayConfigSource.INLINE, document), "parked", "--json");

    assertThat(ended.code()).isEqualTo(3);
    assertThat(ended.err())
        .contains("the control table \"nowhere\" does not exist in this region and account:");
    assertThat(ended.out()).isEmpty();
  }

  @Test
  void saysThatAnEndpointCannotBeReached() {
    String before = System.getProperty("aws.endpointUrl");
    try {
      Ended ended = outbox.run("parked", "--endpoint", "http://127.0.0.1:9");

      assertThat(ended.code()).isEqualTo(3);
      assertThat(ended.err()).contains("cannot be reached", "check region, credentials, endpoint");
    } finally {
      System.setProperty("aws.endpointUrl", before);
    }
  }

  @Test
  void refusesAnEndpointThatIsNoUrl() {
    Ended ended = outbox.run("parked", "--endpoint", "localhost:4566");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("must be a URL such as http://");
  }

  private void park() throws Exception {
    outbox.park(
        new QueueName.Lane(LANE),
        List.of(
            QueueEvents.event(LANE, 1, ParkReason.REJECTED, "a"),
            QueueEvents.event(LANE, 2, ParkReason.BEHIND, "b")));
  }
}

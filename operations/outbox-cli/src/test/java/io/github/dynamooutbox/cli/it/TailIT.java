package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.writer.Aggregate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TailIT {
  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private final TestOutbox outbox = system.outbox();

  @BeforeEach
  void create() {
    outbox.withTable();
    outbox.commit(Aggregate.of("Order", "1").at(1), "Placed", "before");
  }

  @Test
  void showsWhatIsCommittedFromNowOnAndWhereItGoes() throws Exception {
    Ended ended = tail("--limit", "2", "--aggregate", "Order#1");

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.err()).endsWith("\nWaiting for events. Ctrl-C ends it.\n");
    List<String> lines = ended.out().lines().toList();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0))
        .matches("\\S+Z  Order#1 \\d+  (Paid|Shipped)  order-1-\\d+  to audit, bus");
    assertThat(version(lines.get(1))).isEqualTo(version(lines.get(0)) + 1);
    assertThat(ended.out()).doesNotContain("secret", "before");
  }

  private static int version(String line) {
    return Integer.parseInt(line.replaceFirst(".* order-1-(\\d+) .*", "$1"));
  }

  @Test
  void writesADocumentInEachLineAsJson() throws Exception {
    Ended ended = tail("--limit", "1", "--type", "Shipped", "--show-payload", "--json");

    assertThat(ended.out().lines()).hasSize(1);
    JsonNode event = new ObjectMapper().readTree(ended.out());
    assertThat(event.path("id").asText()).startsWith("order-1-");
    assertThat(event.path("to").toString()).isEqualTo("[\"audit\",\"bus\"]");
    assertThat(event.path("payload").asText()).contains("secret");
  }

  @Test
  void saysThatTheStreamHasDeletedWhatItHadNotRead() throws Exception {
    try (RecordingEndpoint stream = new RecordingEndpoint(system.servers().endpoint())) {
      stream.trim();

      Ended ended = tail("--limit", "1", "--endpoint", stream.address());

      assertThat(ended.code()).as(ended.err()).isZero();
      assertThat(ended.err())
          .containsOnlyOnce(
              "The stream deletes records after 24 hours, and has deleted some that were not read"
                  + " here: events are missing above. 'list' shows what is in the table.");
      assertThat(ended.out()).as("the oldest that is left").contains("  before  ");
    }
  }

  @Test
  void refusesWhatCanNeverMatch() {
    Ended target = outbox.run("tail", "--target", "buss");
    assertThat(target.code()).isEqualTo(2);
    assertThat(target.err()).contains("--target \"buss\": the configuration has no such target");
    assertThat(outbox.run("tail", "--aggregate", "Order").code()).isEqualTo(2);
    assertThat(outbox.run("tail", "--limit", "0").code()).isEqualTo(2);
  }

  /** Commits while it looks. */
  private Ended tail(String... arguments) throws Exception {
    String[] all = new String[arguments.length + 1];
    all[0] = "tail";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    CompletableFuture<Ended> tail = CompletableFuture.supplyAsync(() -> outbox.run(all));
    for (int version = 2; !tail.isDone() && version < 40; version++) {
      outbox.commit(
          Aggregate.of("Order", "1").at(version),
          version % 2 == 0 ? "Paid" : "Shipped",
          "order-1-" + version);
      TimeUnit.SECONDS.sleep(1);
    }
    return tail.get(30, TimeUnit.SECONDS);
  }
}

package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.writer.Aggregate;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The stream of a restored table shows nothing of what was there: the runbook's way out of that.
 */
class RestoredTableIT {
  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  @TempDir Path temporary;

  @Test
  void publishesWhatTheNewStreamNeverShows() throws Exception {
    TestOutbox outbox = system.outbox().withTable();
    Instant before = Instant.now().minus(Duration.ofMinutes(20));
    outbox.commit(Aggregate.of("Order", "done").at(1), "Placed", "restored-done", before);
    outbox.commit(Aggregate.of("Order", "lost").at(1), "Placed", "restored-lost", before);
    outbox.receipt("Order#done", Set.of("bus", "audit"), Set.of("bus", "audit"));
    restore(outbox);

    Ended audit =
        outbox.run(
            "audit",
            "--from",
            "1h",
            "--settle",
            "0s",
            "--relayed-until",
            "5m",
            "--state",
            "" + temporary.resolve("audit"));
    assertThat(audit.code()).as(audit.err()).isEqualTo(4);
    assertThat(audit.out()).contains("restored-lost", "outbox replay --audit");
    Ended replay = outbox.run("replay", "--audit", "" + temporary.resolve("audit"), "--yes");
    assertThat(replay.code()).as(replay.err()).isZero();

    assertThat(outbox.published("bus"))
        .extracting((JsonNode event) -> event.path("id").asText())
        .contains("restored-lost")
        .doesNotContain("restored-done");
  }

  /** The same items in a new table of the same name. */
  private static void restore(TestOutbox outbox) {
    DynamoDbClient client = outbox.servers().dynamoDb.client();
    List<Map<String, AttributeValue>> items =
        client.scan(scan -> scan.tableName(outbox.table())).items();
    client.deleteTable(delete -> delete.tableName(outbox.table()));
    outbox.withTable();
    items.forEach(item -> client.putItem(put -> put.tableName(outbox.table()).item(item)));
  }
}

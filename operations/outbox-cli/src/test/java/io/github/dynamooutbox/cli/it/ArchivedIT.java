package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.aws.config.RelayConfigSource;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.writer.Aggregate;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What an archive has is published again, when the table has forgotten it. */
class ArchivedIT {
  private static final String DAMAGED = "20261120T060000000Z-00ff";

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private static AbandonedBatches s3;

  @TempDir Path temporary;

  private final TestOutbox outbox = system.outbox().withTable();
  private final String run = UUID.randomUUID().toString().substring(0, 8);

  /** Yesterday at seven: a fixed day would be one on which DynamoDB lets records expire. */
  private final Instant seven =
      Instant.now().truncatedTo(ChronoUnit.DAYS).minus(Duration.ofHours(17));

  private final Instant first = seven.minusSeconds(2);
  private final String sinceSix = seven.minus(Duration.ofHours(1)).toString();
  private final String ofSix =
      "events/dt=%s/hh=06/".formatted(LocalDate.ofInstant(seven, ZoneOffset.UTC));
  private final String bucket = s3.bucket();

  @BeforeAll
  static void start() {
    s3 = new AbandonedBatches();
  }

  @AfterAll
  static void stop() {
    s3.close();
  }

  @Test
  void bringsBackWhatTheTableHasForgottenInOrderAndOnce() {
    for (int version = 1; version <= 5; version++) {
      commit("a", version);
      commit("b", version);
    }
    archive();
    assertThat(s3.objects(bucket)).anyMatch(key -> key.startsWith(ofSix));
    // Handed in again, with other headers: the same events are in other objects, too.
    archive();
    assertThat(s3.objects(bucket)).hasSize(4);
    forget();

    Ended dry = replay("--from", sinceSix, "--dry-run");
    assertThat(dry.code()).as(dry.err()).isZero();
    assertThat(dry.out().replaceAll(" +", " ")).contains("bus 10\n", "From 10 records.");
    assertThat(ids("a")).isEmpty();

    Ended all = replay("--from", sinceSix, "--yes");
    assertThat(all.code()).as(all.err()).isZero();
    assertThat(all.out()).endsWith("10 events published\n");
    assertThat(ids("a")).containsExactly("a-1", "a-2", "a-3", "a-4", "a-5");
    assertThat(ids("b")).containsExactly("b-1", "b-2", "b-3", "b-4", "b-5");
    assertThat(events()).allSatisfy(event -> assertThat(event.has("replay")).isTrue());
    assertThat(events().get(0).path("data").path("secret").asInt()).isEqualTo(1);
    assertThat(temporary.resolve("plan")).doesNotExist();
  }

  @Test
  void selectsByTimeAndAggregateAndSaysWhatIsForeign() {
    for (int version = 1; version <= 5; version++) {
      commit("a", version);
      commit("b", version);
    }
    archive();
    forget();
    s3.put(bucket, ofSix + "_SUCCESS", "");

    Ended some =
        replay(
            "--from",
            first.plusSeconds(1).toString(),
            "--to",
            seven.plusSeconds(1).toString(),
            "--aggregate",
            "Order#" + run + "a",
            "--yes");

    assertThat(some.code()).as(some.err()).isZero();
    assertThat(some.err()).contains("Left out 1 objects", "hh=06/_SUCCESS");
    assertThat(ids("a")).containsExactly("a-2", "a-3");
    assertThat(ids("b")).isEmpty();
  }

  @Test
  void saysWhatIsWrongWithAnArchive() {
    s3.put(bucket, ofSix + DAMAGED + ".jsonl.gz", "no gzip");
    Ended damaged = replay("--from", sinceSix, "--yes");
    assertThat(damaged.code()).isEqualTo(2);
    assertThat(damaged.err()).contains(DAMAGED, "is truncated or not gzip", "leave its hour out");
    Ended nothing = replay("--from", seven.toString(), "--yes");
    assertThat(nothing.code()).isEqualTo(2);
    assertThat(nothing.err()).contains("no event in the archive matches");
    Ended endless = replay("--yes");
    assertThat(endless.code()).isEqualTo(2);
    assertThat(endless.err()).contains("needs --from, because an archive may go back years");
    assertThat(temporary.resolve("plan")).doesNotExist();
  }

  /** As the relay would have done. */
  private void archive() {
    Ended ended =
        run("replay", "--type", "Changed", "--target", "archive", "--yes", "--state", state());
    assertThat(ended.code()).as(ended.err()).isZero();
  }

  private Ended replay(String... options) {
    List<String> all =
        new ArrayList<>(
            List.of("replay", "--from-archive", "s3://" + bucket, "--target", "bus", "--state"));
    all.add(state());
    all.addAll(List.of(options));
    return run(all.toArray(String[]::new));
  }

  private Ended run(String... arguments) {
    String document =
        outbox
            .document()
            .replace(
                "\"bus\":   {",
                "\"archive\": {\"type\": \"s3\", \"bucketName\": \"%s\"}, \"bus\": {"
                    .formatted(bucket))
            .replace("[\"bus\",", "[\"archive\", \"bus\",");
    return OperatedSystem.run(Map.of(RelayConfigSource.INLINE, document), arguments);
  }

  private String state() {
    return temporary.resolve("plan").toString();
  }

  private void commit(String aggregate, int version) {
    outbox.commit(
        Aggregate.of("Order", run + aggregate).at(version),
        "Changed",
        run + aggregate + '-' + version,
        first.plusSeconds(version - 1));
  }

  private void forget() {
    DynamoDbClient client = outbox.servers().dynamoDb.client();
    client.scanPaginator(scan -> scan.tableName(outbox.table())).items().stream()
        .map(item -> Map.of("PK", item.get("PK"), "SK", item.get("SK")))
        .forEach(key -> client.deleteItem(delete -> delete.tableName(outbox.table()).key(key)));
  }

  private List<String> ids(String aggregate) {
    return events().stream()
        .map(event -> event.path("id").asText().substring(run.length()))
        .filter(id -> id.startsWith(aggregate))
        .toList();
  }

  private List<JsonNode> events() {
    return outbox.published("bus").stream()
        .filter(event -> event.path("id").asText().startsWith(run))
        .toList();
  }
}

package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.AwsTargets;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rows of docs/bad-events.md for targets that are artifacts of their own: what these targets
 * make of such an event before anything is sent. What the relay makes of a refusal is the same for
 * every target, and tested with the others.
 */
class BadEventsOfArtifactsTest {
  private static final String HEAD = "| target | what is bad there |";
  private static final Payload ELSEWHERE =
      new Payload.Reference("s3://payloads/a", 500_000, "0".repeat(64), true);

  /** What is bad, and to which targets it is prepared. */
  private static final Map<String, Bad> BAD =
      Map.ofEntries(
          Map.entry("Kafka: over `maxEntryBytes`", bad(large(), "log", "bare")),
          Map.entry("Kafka: broken JSON, as a CloudEvent", bad(Payload.of("{"), "log")),
          Map.entry("Kafka: broken JSON, in `data` mode", bad(Payload.of("{"), "bare")),
          Map.entry("Kafka: an empty payload, in `data` mode", bad(Payload.of(""), "bare")),
          Map.entry("Kafka: a payload that is elsewhere, in `data` mode", bad(ELSEWHERE, "bare")),
          Map.entry("Kafka: a payload that is elsewhere, as a CloudEvent", bad(ELSEWHERE, "log")),
          Map.entry("Kafka: a time beyond the year 9999, in either mode", late("log", "bare")),
          Map.entry(
              "Kafka: an aggregate of 2,000 characters, with umlauts",
              new Bad(
                  "ü".repeat(2_000),
                  SampleEnvelope.TIME,
                  Map.of(),
                  Payload.of("{}"),
                  List.of("log", "bare"))),
          Map.entry("archive: over `maxEntryBytes`", bad(large(), "archive")),
          Map.entry(
              "archive: a header with a name of the archive's own",
              new Bad(
                  "a",
                  SampleEnvelope.TIME,
                  Map.of("recordkey", "x"),
                  Payload.of("{}"),
                  List.of("archive"))),
          Map.entry("archive: broken JSON", bad(Payload.of("{"), "archive")),
          Map.entry("archive: a time beyond the year 9999, in an archive", late("archive")),
          Map.entry(
              "archive: a payload that is elsewhere, in an archive", bad(ELSEWHERE, "archive")));

  private static AwsTargets targets;

  private record Bad(
      String aggregate,
      Instant time,
      Map<String, String> headers,
      Payload payload,
      List<String> targets) {
    Envelope envelope() {
      return SampleEnvelope.of(aggregate, time, headers, payload);
    }
  }

  /** A row of the page. */
  private record Row(String bad, String outcome, String says) {
    @Override
    public String toString() {
      return bad;
    }
  }

  private static Bad bad(Payload payload, String... to) {
    return new Bad("a", SampleEnvelope.TIME, Map.of(), payload, List.of(to));
  }

  private static Bad late(String... to) {
    return new Bad(
        "a", Instant.parse("+10000-01-01T00:00:00Z"), Map.of(), Payload.of("{}"), List.of(to));
  }

  private static Payload large() {
    return Payload.of('"' + "x".repeat(70_000) + '"');
  }

  @BeforeAll
  static void open() {
    System.setProperty("aws.region", "eu-west-1");
    String kafka =
        "\"type\": \"kafka\", \"bootstrapServers\": [\"b:9094\"], \"maxEntryBytes\": 65536";
    targets =
        AwsTargets.open(
            RelayConfig.parse(
                """
                {"table": {"name": "orders"}, "targets": {
                   "log": {%1$s, "topic": "a"},
                   "bare": {%1$s, "topic": "b", "envelope": "data"},
                   "archive": {"type": "s3", "bucketName": "orders", "maxEntryBytes": 65536}},
                 "routes": [{"to": ["log", "bare", "archive"]}]}
                """
                    .formatted(kafka)),
            Runnable::run,
            InstantSource.system());
  }

  @AfterAll
  static void close() {
    targets.close();
    System.clearProperty("aws.region");
  }

  static Stream<Row> rows() throws IOException {
    return Files.readAllLines(Repository.file("docs/bad-events.md")).stream()
        .dropWhile(line -> !line.startsWith(HEAD))
        .skip(2)
        .takeWhile(line -> line.startsWith("|"))
        .map(line -> line.split("\\|", -1))
        .map(
            cells ->
                new Row(
                    cells[1].strip() + ": " + cells[2].strip(),
                    cells[3].replace("`", "").strip(),
                    cells[4].strip()));
  }

  @Test
  void eachRowIsTestedAndEachTestIsDocumented() throws IOException {
    assertThat(rows().map(Row::bad)).containsExactlyInAnyOrderElementsOf(BAD.keySet());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void areRefusedOrSentAsDocumented(Row row) {
    Bad bad = BAD.get(row.bad());
    for (String name : bad.targets()) {
      Target<?> target =
          targets.all().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
      String[] made = outcome(target.prepare(bad.envelope()));
      assertThat(made[0]).as(name).isEqualTo(row.outcome());
      assertThat(made[1]).as(name).contains(row.says().replace("target log", "target " + name));
    }
  }

  private static String[] outcome(Prepared<?> prepared) {
    return prepared.fold(
        ready -> new String[] {"published", ""},
        refused -> new String[] {"refused " + refused.code(), refused.message()});
  }
}

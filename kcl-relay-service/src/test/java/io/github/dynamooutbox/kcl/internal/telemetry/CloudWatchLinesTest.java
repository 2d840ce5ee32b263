package io.github.dynamooutbox.kcl.internal.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.aws.host.EmfWriter;
import io.github.dynamooutbox.aws.host.Figures;
import io.github.dynamooutbox.kcl.internal.shard.OpenShards;
import io.github.dynamooutbox.kcl.internal.shard.TestShard;
import io.github.dynamooutbox.localaws.SettableClock;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CloudWatchLinesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final SettableClock clock = new SettableClock(Instant.ofEpochMilli(1_000_000));
  private final OpenShards shards = new OpenShards(clock);
  private final Figures figures = new Figures();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private int unowned;
  private long moves;
  private long trimmed;
  private long slowCalls;
  private long failedCalls;
  private long droppedLines;
  private String service = "orders";

  @Test
  void reportsThatAWorkerHoldsNoLeaseEvenIfNothingHappened() {
    List<JsonNode> lines = write(lines());

    assertThat(lines).hasSize(1);
    assertThat(lines.get(0).at("/_aws/Timestamp").asLong()).isEqualTo(1_000_000);
    JsonNode directive = lines.get(0).at("/_aws/CloudWatchMetrics/0");
    assertThat(directive.get("Namespace").asText()).isEqualTo("DynamoOutbox");
    assertThat(directive.get("Dimensions")).hasToString("[[\"Service\"]]");
    assertThat(lines.get(0).get("Service").asText()).isEqualTo("orders");
    assertThat(figuresOf(lines.get(0)))
        .containsExactly(entry("Leases", "0.0 Count"), entry("UnownedShards", "0.0 Count"));
  }

  @Test
  void writesForTheWorkerWhatTheLambdaRelayWritesForAFunction() {
    EveryCall.on(figures, "bus");
    trimmed = 2;
    moves = 3;
    slowCalls = 5;
    failedCalls = 4;
    TestShard.open(shards, "shard-1");

    assertThat(figuresOf(write(lines()).get(0)))
        .containsOnly(
            entry("ControlFailures", "1.0 Count"),
            entry("FailedLeaseCalls", "4.0 Count"),
            entry("Halted", "1.0 Count"),
            entry("Heartbeats", "2.0 Count"),
            entry("Inversions", "1.0 Count"),
            entry("LeaseMoves", "3.0 Count"),
            entry("Leases", "1.0 Count"),
            entry("MaxHeartbeatAge", "70.0 Milliseconds"),
            entry("SkippedDropped", "1.0 Count"),
            entry("SkippedNotOurs", "1.0 Count"),
            entry("SlowLeaseCalls", "5.0 Count"),
            entry("Trimmed", "2.0 Count"),
            entry("UnownedShards", "0.0 Count"),
            entry("Unrecorded", "3.0 Count"));
  }

  @Test
  void writesForEachTargetWhatTheLambdaRelayWrites() {
    EveryCall.on(figures, "bus");
    List<JsonNode> lines = write(lines());

    assertThat(lines)
        .extracting(line -> line.path("Target").asText())
        .containsExactly("", "*", "bus");
    assertThat(lines.get(2).at("/_aws/CloudWatchMetrics/0/Dimensions"))
        .hasToString("[[\"Service\",\"Target\"]]");
    assertThat(figuresOf(lines.get(1))).containsOnly(entry("Parked", "1.0 Count"));
    assertThat(figuresOf(lines.get(2)))
        .containsOnly(
            entry("AnswerTime", "[40.0,20.0] Milliseconds"),
            entry("BatchEntries", "[7.0,3.0] Count"),
            entry("Deduplicated", "1.0 Count"),
            entry("MaxWriteToPublishAge", "250.0 Milliseconds"),
            entry("OpenCircuitAge", "80000.0 Milliseconds"),
            entry("Parked", "1.0 Count"),
            entry("Published", "3.0 Count"),
            entry("Rejected", "1.0 Count"),
            entry("Retried", "1.0 Count"),
            entry("Skipped", "1.0 Count"),
            entry("WriteToPublishAge", "[250.0,50.0,0.0] Milliseconds"));
  }

  @Test
  void writesTheLagOfEachShardUnderTheServiceToo() {
    TestShard.open(shards, "shard-1").readNothing();
    TestShard.open(shards, "shard-2").read(Instant.ofEpochMilli(400_000), 1);
    List<JsonNode> lines = write(lines());

    assertThat(lines)
        .extracting(line -> line.path("Shard").asText() + " " + line.path("ShardLag").asText())
        .containsExactly(" ", "shard-1 0.0", "shard-2 600000.0");
    assertThat(lines.get(1).at("/_aws/CloudWatchMetrics/0/Dimensions"))
        .hasToString("[[\"Service\"],[\"Service\",\"Shard\"]]");
    assertThat(figuresOf(lines.get(1))).containsOnly(entry("ShardLag", "0.0 Milliseconds"));
  }

  @Test
  void writesOnlyWhatWasCountedSinceTheLastTime() {
    CloudWatchLines lines = lines();
    EveryCall.on(figures, "bus");
    trimmed = 2;
    write(lines);
    trimmed = 5;

    assertThat(write(lines))
        .singleElement()
        .satisfies(
            line ->
                assertThat(figuresOf(line))
                    .containsOnly(
                        entry("Leases", "0.0 Count"),
                        entry("Trimmed", "3.0 Count"),
                        entry("UnownedShards", "0.0 Count")));
  }

  @Test
  void writesNoMoreValuesOfAMetricThanCloudWatchAcceptsIncludingTheHighest() {
    for (int i = 0; i < 1000; i++) {
      Duration age = Duration.ofMillis(i == 501 ? 9999 : i);
      figures.observe(new RelayEvent.Published("bus", EveryCall.envelope(), age));
    }
    JsonNode line = write(lines()).get(1);

    assertThat(line.get("WriteToPublishAge")).hasSizeBetween(50, 100);
    assertThat(line.get("MaxWriteToPublishAge").asDouble()).isEqualTo(9999);
  }

  @Test
  void namesMayContainWhatJsonMustEscape() {
    service = "the \"orders\" \\ service";
    EveryCall.on(figures, "a \"bus\"\n");
    List<JsonNode> lines = write(lines());

    assertThat(lines).allMatch(line -> line.get("Service").asText().equals(service));
    assertThat(lines.get(2).get("Target").asText()).isEqualTo("a \"bus\"\n");
  }

  @Test
  void writesExactlyTheMetricsThatAreDocumented() throws IOException {
    EveryCall.on(figures, "bus");
    TestShard.open(shards, "shard-1").expire();
    trimmed = 1;
    moves = 1;
    slowCalls = 1;
    failedCalls = 1;
    droppedLines = 1;
    Set<String> written = new TreeSet<>();
    write(lines()).forEach(line -> written.addAll(figuresOf(line).keySet()));

    assertThat(written).isEqualTo(DocumentedMetrics.ofCloudWatch());
  }

  /** The alarms of the infrastructure are compared with the same file. */
  @Test
  void writesEachMetricUnderTheDimensionsThatAlarmsLookFor() throws IOException {
    EveryCall.on(figures, "bus");
    TestShard shard = TestShard.open(shards, "shard-1");
    shard.read(Instant.ofEpochMilli(400_000), 1);
    shard.expire();
    trimmed = 1;
    moves = 1;
    slowCalls = 1;
    failedCalls = 1;
    droppedLines = 1;
    Set<String> written = new TreeSet<>();
    for (JsonNode line : write(lines())) {
      JsonNode group = line.at("/_aws/CloudWatchMetrics/0");
      for (JsonNode dimensions : group.path("Dimensions")) {
        String names =
            dimensions.valueStream().map(JsonNode::asText).collect(Collectors.joining(","));
        for (JsonNode metric : group.path("Metrics")) {
          written.add(
              "%s %s %s"
                  .formatted(metric.get("Name").asText(), names, metric.get("Unit").asText()));
        }
      }
    }

    assertThat(written)
        .containsExactlyElementsOf(Files.readAllLines(Path.of("src/test/resources/metrics.txt")));
  }

  private CloudWatchLines lines() {
    return new CloudWatchLines(
        figures,
        new WorkerState(
            shards,
            () -> unowned,
            () -> moves,
            () -> false,
            () -> "",
            () -> 0,
            () -> trimmed,
            () -> slowCalls,
            () -> failedCalls,
            () -> droppedLines),
        new EmfWriter(
            EmfWriter.NAMESPACE,
            service,
            clock,
            new PrintStream(out, true, StandardCharsets.UTF_8)));
  }

  private List<JsonNode> write(CloudWatchLines lines) {
    out.reset();
    lines.write();
    return out.toString(StandardCharsets.UTF_8).lines().map(CloudWatchLinesTest::parse).toList();
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + line, e);
    }
  }

  /** The metrics that a line declares, with value and unit; each must have a value. */
  private static Map<String, String> figuresOf(JsonNode line) {
    Map<String, String> figures = new LinkedHashMap<>();
    for (JsonNode metric : line.at("/_aws/CloudWatchMetrics/0/Metrics")) {
      String name = metric.get("Name").asText();
      figures.put(name, line.path(name) + " " + metric.get("Unit").asText());
    }
    return figures;
  }
}

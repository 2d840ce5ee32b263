package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@NeedsNode
class MonitoringTest {
  private static final String ALARM = "AWS::CloudWatch::Alarm";

  /** The list of what the relays write; which of them writes what is in AlarmMetricsTest. */
  private static final Path METRICS =
      Path.of("../relay/relay-aws/src/main/java/io/github/dynamooutbox/aws/host/Metric.java");

  @Test
  void hasAnAlarmForEachThingThatCanGoWrong() {
    assertThat(
            Synthesised.of("bus-only").properties(ALARM).stream()
                .collect(
                    Collectors.groupingBy(
                        each -> each.path("MetricName").asText(), Collectors.counting())))
        .containsOnlyKeys(
            "IteratorAge",
            "Halted",
            "Inversions",
            "Unrecorded",
            "ControlFailures",
            "OnFailureDestinationDeliveredEventCount",
            "DroppedEventCount",
            "Errors",
            "Throttles",
            "Rejected",
            "MaxWriteToPublishAge",
            "OpenCircuitAge",
            "ParkedEvents",
            "ClosedLanes",
            "BlockedLanes",
            "Invocations",
            "Heartbeats")
        // Relay, redrive and heartbeat.
        .containsEntry("Errors", 3L);
  }

  @Test
  void callsSomebodyWhenTheServiceHoldsNoLeaseOrFallsBehind() {
    assertThat(Synthesised.of("kcl-existing-vpc").properties(ALARM))
        .extracting(alarm -> alarm.path("MetricName").asText())
        .contains("Leases", "ShardLag", "UnownedShards", "Trimmed", "ControlFailures")
        .contains("Heartbeats", "BlockedLanes", "Halted", "Rejected")
        .doesNotContain("IteratorAge");
    JsonNode leases = Synthesised.of("kcl-existing-vpc").only(ALARM, "MetricName", "Leases");
    assertThat(leases.path("Threshold").asInt()).isEqualTo(1);
    assertThat(leases.path("ComparisonOperator").asText()).isEqualTo("LessThanThreshold");
  }

  /** A shard that changes hands has no worker for seconds, and each task tells of it once. */
  @Test
  void callsNobodyForAShardThatOnlyChangesHands() {
    assertThat(
            Synthesised.of("kcl-existing-vpc")
                .only(ALARM, "MetricName", "UnownedShards")
                .path("Statistic")
                .asText())
        .isEqualTo("Minimum");
  }

  /** An alarm on a metric that nobody writes would be silent for ever. */
  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#all")
  void watchesOnlyMetricsThatTheRelaysWrite(Synthesised example) throws IOException {
    String relays = Files.readString(METRICS);
    assertThat(example.properties(ALARM))
        .filteredOn(alarm -> alarm.path("Namespace").asText().equals("DynamoOutbox"))
        .isNotEmpty()
        .allSatisfy(
            alarm ->
                assertThat(relays)
                    .contains("(\"" + alarm.path("MetricName").asText() + "\", Unit."));
  }

  /** Each alarm, whoever writes its metric, ends in the name of a section of the runbook. */
  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#all")
  void namesTheSectionOfTheRunbookForEachAlarm(Synthesised example) throws IOException {
    // What only the KCL relay has is on its own page, to which the runbook's table leads.
    String runbook =
        Files.readString(Path.of("../docs/operations.md"))
            + Files.readString(Path.of("../docs/kcl.md"));
    assertThat(example.properties(ALARM))
        .extracting(alarm -> alarm.path("Namespace").asText())
        .contains("DynamoOutbox", "AWS/Lambda");
    assertThat(example.properties(ALARM))
        .allSatisfy(
            alarm -> {
              assertThat(runbook).contains("`" + alarm.path("MetricName").asText() + "`");
              String meaning = alarm.path("AlarmDescription").asText();
              assertThat(meaning).matches(".+[.] Runbook: \"[^\"]+\"");
              String section = meaning.replaceFirst(".*Runbook: ", "").replace("\"", "");
              assertThat(runbook).contains("\n## " + section + "\n");
            });
  }

  /** Whoever is called reads the alarm's name first. */
  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#all")
  void listsEachAlarmInTheRunbookByItsName(Synthesised example) throws IOException {
    List<String> names =
        Files.readString(Path.of("../docs/operations.md"))
            .lines()
            .filter(line -> line.startsWith("| the alarm"))
            .flatMap(line -> Pattern.compile("`([A-Za-z]+)(-…)?`").matcher(line).results())
            .map(name -> name.group(1) + (name.group(2) == null ? "" : "*"))
            .toList();
    assertThat(example.resources(ALARM).map(Map.Entry::getKey))
        .isNotEmpty()
        .allSatisfy(
            id -> {
              // CDK puts the construct in front and a hash behind.
              String name = id.replaceFirst("^Monitoring", "").replaceFirst("[0-9A-F]{8}$", "");
              assertThat(names)
                  .as(name)
                  .anyMatch(
                      each ->
                          each.equals(name)
                              || (each.endsWith("*")
                                  && name.startsWith(each.substring(0, each.length() - 1))));
            });
  }

  @Test
  void callsSomebodyWhenNothingRedrives() {
    JsonNode silent = Synthesised.of("bus-only").only(ALARM, "MetricName", "Invocations");

    assertThat(silent.path("TreatMissingData").asText()).isEqualTo("breaching");
    assertThat(silent.path("ComparisonOperator").asText()).isEqualTo("LessThanThreshold");
  }

  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#all")
  void tellsTheTopicAndTakesSilenceForGood(Synthesised example) {
    assertThat(example.properties(ALARM))
        .isNotEmpty()
        .allSatisfy(
            alarm -> {
              assertThat(alarm.path("AlarmActions")).hasSize(1);
              assertThat(alarm.path("OKActions")).hasSize(1);
              assertThat(alarm.path("TreatMissingData").asText())
                  .isEqualTo(
                      List.of("Heartbeats", "Leases", "Invocations")
                              .contains(alarm.path("MetricName").asText())
                          ? "breaching"
                          : "notBreaching");
              assertThat(alarm.path("AlarmDescription").asText()).isNotBlank();
            });
  }

  /** Without this, every alarm would look connected and nobody would hear of it. */
  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#all")
  void letsCloudWatchPublishToTheTopicThatIsMade(Synthesised example) {
    boolean makesTopic =
        example
            .template()
            .path("Resources")
            .propertyStream()
            .anyMatch(MonitoringTest::isAlarmTopic);
    List<JsonNode> allowing =
        example.properties("AWS::SNS::TopicPolicy").stream()
            .flatMap(policy -> policy.path("PolicyDocument").path("Statement").valueStream())
            .filter(statement -> statement.path("Effect").asText().equals("Allow"))
            .filter(
                statement ->
                    statement
                        .path("Principal")
                        .path("Service")
                        .asText()
                        .equals("cloudwatch.amazonaws.com"))
            .toList();

    assertThat(allowing).hasSize(makesTopic ? 1 : 0);
    assertThat(allowing)
        .allSatisfy(
            statement -> {
              assertThat(statement.path("Action").asText()).isEqualTo("sns:Publish");
              assertThat(statement.path("Resource").path("Ref").asText())
                  .startsWith("MonitoringAlarmsTopic");
              assertThat(statement.path("Condition").toString())
                  .containsPattern("aws:SourceAccount.*(AWS::AccountId|[0-9]{12})");
            });
  }

  private static boolean isAlarmTopic(Map.Entry<String, JsonNode> resource) {
    return resource.getKey().startsWith("MonitoringAlarmsTopic")
        && resource.getValue().path("Type").asText().equals("AWS::SNS::Topic");
  }

  /** What was parked in the last minutes says nothing about what is still parked. */
  @Test
  void remindsOfParkedEventsUntilTheyAreRedriven() {
    JsonNode parked = Synthesised.of("bus-only").only(ALARM, "MetricName", "ParkedEvents");
    assertThat(parked.path("AlarmDescription").asText())
        .endsWith(". Runbook: \"Something is parked\"");
    Synthesised counted =
        Synthesised.parsed(
            """
            {"table": {"name": "orders"}, "controlTable": {"name": "orders-control"},
             "targets": {"bus": {"type": "eventbridge", "busName": "orders"}},
             "routes": [{"to": ["bus"]}], "infrastructure": {"redrive": false}}
            """);
    for (String gauge : List.of("ParkedEvents", "ClosedLanes")) {
      JsonNode alarm = counted.only(ALARM, "MetricName", gauge);
      assertThat(alarm.path("Statistic").asText()).isEqualTo("Maximum");
      assertThat(alarm.path("AlarmDescription").asText())
          .endsWith(". Runbook: \"Something is parked\"");
    }
    assertThat(
            counted
                .only("AWS::Events::Rule", "Description", "Counts what is parked")
                .at("/Targets/0/Input")
                .asText())
        .isEqualTo("{\"reasons\":[]}");
  }

  /** CloudWatch refuses a dashboard that has a graph without metrics. */
  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#all")
  void drawsNoGraphWithoutMetrics(Synthesised example) {
    String body = example.only("AWS::CloudWatch::Dashboard").path("DashboardBody").toString();
    int graphs = body.split("\"title", -1).length - 1;

    assertThat(graphs).isGreaterThanOrEqualTo(3);
    assertThat(body.split("metrics\\\\\":\\[", -1).length - 1).isEqualTo(graphs);
  }

  @Test
  void takesThresholdsAndTopicFromTheConfiguration() {
    JsonNode age = Synthesised.of("kinesis-and-bus").only(ALARM, "MetricName", "IteratorAge");
    assertThat(age.path("Threshold").asInt()).isEqualTo(60_000);
    assertThat(age.path("AlarmActions").path(0).asText())
        .isEqualTo("arn:aws:sns:eu-west-1:111122223333:on-call");
    assertThat(
            Synthesised.of("fifo-topic").only("AWS::SNS::Subscription").path("Endpoint").asText())
        .isEqualTo("on-call@example.com");
  }

  @Test
  void namesTheDimensionsUnderWhichTheRelayWrites() {
    Synthesised example = Synthesised.of("bus-only");
    JsonNode rejected = example.only(ALARM, "MetricName", "Rejected");
    assertThat(rejected.path("Namespace").asText()).isEqualTo("DynamoOutbox");
    assertThat(rejected.path("Dimensions").toString())
        .contains("Service", "\"orders\"", "Target", "\"bus\"");
    List<JsonNode> functions = example.properties("AWS::Lambda::Function");
    assertThat(functions)
        .allMatch(
            each ->
                each.path("Environment")
                    .path("Variables")
                    .path("POWERTOOLS_SERVICE_NAME")
                    .asText()
                    .equals("orders"));
  }

  @Test
  void answersFourQuestionsOnADashboard() {
    assertThat(Synthesised.of("bus-only").only("AWS::CloudWatch::Dashboard").toString())
        .contains("Is it flowing?", "How late is it?", "What is stuck?", "What does it cost?")
        .contains("Invocations", "ConsumedWriteCapacityUnits");
  }

  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#all")
  void hasOneAlarmForEventsThatAreLateOrStuck(Synthesised example) {
    JsonNode summary = example.only("AWS::CloudWatch::CompositeAlarm");
    assertThat(summary.path("AlarmActions")).hasSize(1);
    String rule = summary.path("AlarmRule").toString();
    List<String> expected =
        example
            .resources(ALARM)
            .filter(
                alarm ->
                    List.of(
                            "IteratorAge",
                            "ShardLag",
                            "MaxWriteToPublishAge",
                            "OpenCircuitAge",
                            "ParkedEvents",
                            "ClosedLanes",
                            "BlockedLanes",
                            "Halted",
                            "Heartbeats",
                            "Leases")
                        .contains(alarm.getValue().at("/Properties/MetricName").asText()))
            .map(Map.Entry::getKey)
            .toList();
    assertThat(expected).hasSizeGreaterThan(2).allMatch(rule::contains);
    assertThat(rule).doesNotContain("Throttles", "Inversions");
  }
}

package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@NeedsNode
class MonitoringTest {
  private static final String ALARM = "AWS::CloudWatch::Alarm";

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
            "Parked",
            "BlockedLanes",
            "Heartbeats")
        // Relay, redrive and heartbeat.
        .containsEntry("Errors", 3L)
        // The bus, and what is parked without a target.
        .containsEntry("Parked", 2L);
  }

  @Test
  void callsSomebodyWhenTheServiceHoldsNoLeaseOrFallsBehind() {
    assertThat(Synthesised.of("kcl-existing-vpc").properties(ALARM))
        .extracting(alarm -> alarm.path("MetricName").asText())
        .contains("Leases", "ShardLag", "UnownedShards", "Trimmed", "ControlFailures")
        .contains("Heartbeats", "BlockedLanes", "Halted", "Rejected")
        .doesNotContain("IteratorAge");
    JsonNode leases =
        Synthesised.of("kcl-existing-vpc")
            .only(ALARM, alarm -> alarm.path("MetricName").asText().equals("Leases"));
    assertThat(leases.path("Threshold").asInt()).isEqualTo(1);
    assertThat(leases.path("ComparisonOperator").asText()).isEqualTo("LessThanThreshold");
  }

  /** A shard that changes hands has no worker for seconds, and each task tells of it once. */
  @Test
  void callsNobodyForAShardThatOnlyChangesHands() {
    assertThat(
            Synthesised.of("kcl-existing-vpc")
                .only(ALARM, alarm -> alarm.path("MetricName").asText().equals("UnownedShards"))
                .path("Statistic")
                .asText())
        .isEqualTo("Minimum");
  }

  /** An alarm on a metric that nobody writes would be silent for ever. */
  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#all")
  void watchesOnlyMetricsThatTheRelaysWriteAndTheRunbookExplains(Synthesised example)
      throws IOException {
    String functions =
        Files.readString(
            Path.of(
                "../stream-relay-lambda/src/main/java/io/github/dynamooutbox/lambda/internal/telemetry/EmfReport.java"));
    Path telemetry =
        Path.of("../kcl-relay-service/src/main/java/io/github/dynamooutbox/kcl/internal/telemetry");
    String service =
        Files.readString(telemetry.resolve("CloudWatchLines.java"))
            + Files.readString(telemetry.resolve("CloudWatchFigures.java"))
            + Files.readString(telemetry.resolve("EmfLine.java"));
    String runbook = Files.readString(Path.of("../docs/operations.md"));
    boolean hasService = !example.properties("AWS::ECS::Service").isEmpty();
    assertThat(example.properties(ALARM))
        .filteredOn(alarm -> alarm.path("Namespace").asText().equals("DynamoOutbox"))
        .isNotEmpty()
        .allSatisfy(
            alarm -> {
              String name = alarm.path("MetricName").asText();
              boolean ofRedrive = name.endsWith("Lanes");
              assertThat(hasService && !ofRedrive ? service : functions)
                  .contains("\"" + name + "\"", "\"DynamoOutbox\"");
              assertThat(runbook).contains("`" + name + "`");
              String meaning = alarm.path("AlarmDescription").asText();
              String section = meaning.substring(meaning.lastIndexOf(": ") + 2);
              assertThat(runbook).contains("\n## " + section.replace(".", "") + "\n");
            });
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
                      List.of("Heartbeats", "Leases").contains(alarm.path("MetricName").asText())
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
    JsonNode age =
        Synthesised.of("kinesis-and-bus")
            .only(ALARM, each -> each.path("MetricName").asText().equals("IteratorAge"));
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
    JsonNode parked =
        example.only(
            ALARM,
            each ->
                each.path("MetricName").asText().equals("Parked")
                    && each.path("Dimensions").toString().contains("\"bus\""));
    assertThat(parked.path("Namespace").asText()).isEqualTo("DynamoOutbox");
    assertThat(parked.path("Dimensions").toString()).contains("Service", "\"orders\"", "Target");
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
  void answersThreeQuestionsOnADashboard() {
    assertThat(Synthesised.of("bus-only").only("AWS::CloudWatch::Dashboard").toString())
        .contains("Is it flowing?", "How late is it?", "What is stuck?");
  }
}

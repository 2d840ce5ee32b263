package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
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
            "OnFailureDestinationDeliveredEventCount",
            "DroppedEventCount",
            "Errors",
            "Throttles",
            "Rejected",
            "MaxWriteToPublishAge",
            "Parked",
            "Heartbeats")
        // Relay, redrive and heartbeat.
        .containsEntry("Errors", 3L)
        // The bus, and what is parked without a target.
        .containsEntry("Parked", 2L);
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
                      alarm.path("MetricName").asText().equals("Heartbeats")
                          ? "breaching"
                          : "notBreaching");
              assertThat(alarm.path("AlarmDescription").asText()).isNotBlank();
            });
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

package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@NeedsNode
class LambdaRelayTest {
  private static final String MAPPING = "AWS::Lambda::EventSourceMapping";
  private static final String FUNCTION = "AWS::Lambda::Function";

  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#lambdas")
  void fixesTheSettingsOnWhichTheGuaranteesRest(Synthesised example) {
    JsonNode mapping = example.only(MAPPING);
    assertThat(mapping.path("StartingPosition").asText()).isEqualTo("TRIM_HORIZON");
    assertThat(mapping.path("ParallelizationFactor").asInt()).isEqualTo(1);
    assertThat(mapping.path("MaximumRetryAttempts").asInt()).isEqualTo(-1);
    assertThat(mapping.path("MaximumRecordAgeInSeconds").asInt()).isEqualTo(-1);
    assertThat(mapping.path("FunctionResponseTypes").toString())
        .isEqualTo("[\"ReportBatchItemFailures\"]");
  }

  @Test
  void letsOnlyInsertedRecordsInvokeIt() {
    assertThat(filter("bus-only"))
        .isEqualTo(
            "{\"eventName\":[\"INSERT\"],\"dynamodb\":{\"Keys\":{\"PK\":{\"S\":[{\"prefix\":\"OUTBOX#\"}]}}}}");
    assertThat(filter("existing-table"))
        .isEqualTo(
            "{\"eventName\":[\"INSERT\"],\"dynamodb\":{\"Keys\":{\"pk\":{\"S\":[{\"prefix\":\"EVENT#\"}]}}}}");
  }

  @Test
  void takesTheChosenBatches() {
    JsonNode standard = Synthesised.of("bus-only").only(MAPPING);
    assertThat(standard.path("BatchSize").asInt()).isEqualTo(500);
    assertThat(standard.path("MaximumBatchingWindowInSeconds").asInt()).isZero();
    assertThat(standard.path("BisectBatchOnFunctionError").asBoolean()).isTrue();
    JsonNode chosen = Synthesised.of("kinesis-and-bus").only(MAPPING);
    assertThat(chosen.path("BatchSize").asInt()).isEqualTo(1000);
    assertThat(chosen.path("MaximumBatchingWindowInSeconds").asInt()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#lambdas")
  void keepsWholeRecordsOfWhatLambdaGivesUp(Synthesised example) {
    String bucket =
        example.only(MAPPING).at("/DestinationConfig/OnFailure/Destination/Fn::GetAtt/0").asText();
    assertThat(bucket).startsWith("LambdaFailed");
    assertThat(example.only(MAPPING).path("MetricsConfig").path("Metrics").path(0).asText())
        .isEqualTo("EventCount");
    JsonNode settings =
        example
            .resources("AWS::S3::Bucket")
            .filter(each -> each.getKey().equals(bucket))
            .findFirst()
            .orElseThrow()
            .getValue()
            .path("Properties");
    assertThat(settings.has("BucketEncryption")).isTrue();
    assertThat(settings.path("PublicAccessBlockConfiguration").properties())
        .hasSize(4)
        .allMatch(each -> each.getValue().asBoolean());
  }

  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#lambdas")
  void runsOnArmAndStartsFromASnapshot(Synthesised example) {
    assertThat(example.properties(FUNCTION))
        .filteredOn(function -> function.path("Handler").asText().startsWith("io.github"))
        .isNotEmpty()
        .allSatisfy(
            function -> {
              assertThat(function.path("Architectures").path(0).asText()).isEqualTo("arm64");
              assertThat(function.path("Runtime").asText()).isEqualTo("java25");
              assertThat(function.path("LoggingConfig").has("LogGroup")).isTrue();
            });
    JsonNode relay = example.function(LambdaRelay.HANDLER);
    assertThat(relay.path("SnapStart").path("ApplyOn").asText()).isEqualTo("PublishedVersions");
    // A mapping on the function itself would run $LATEST, which has no snapshot.
    String alias = example.resources("AWS::Lambda::Alias").findFirst().orElseThrow().getKey();
    assertThat(example.only(MAPPING).path("FunctionName").path("Ref").asText()).isEqualTo(alias);
  }

  @Test
  void hasTheChosenSizeAndLogs() {
    Synthesised example = Synthesised.of("kinesis-and-bus");
    assertThat(example.properties(FUNCTION))
        .filteredOn(each -> !each.path("Handler").asText().equals(Heartbeat.HANDLER))
        .hasSize(2)
        .allSatisfy(
            function -> {
              assertThat(function.path("MemorySize").asInt()).isEqualTo(2048);
              boolean redrive = function.path("Handler").asText().equals(Redriver.HANDLER);
              assertThat(function.path("Timeout").asInt()).isEqualTo(redrive ? 300 : 120);
            });
    assertThat(example.properties("AWS::Logs::LogGroup"))
        .hasSize(3)
        .allMatch(logs -> logs.path("RetentionInDays").asInt() == 90);
  }

  @Test
  void isRedrivenEveryMinuteWhereThereIsAControlTable() {
    JsonNode rule =
        Synthesised.of("bus-only")
            .only(
                "AWS::Events::Rule",
                each -> each.path("Description").asText().startsWith("Redrives"));
    assertThat(rule.path("ScheduleExpression").asText()).isEqualTo("rate(1 minute)");
    Synthesised without = Synthesised.of("existing-table");
    assertThat(without.properties("AWS::Events::Rule")).isEmpty();
    assertThat(without.properties(FUNCTION)).hasSize(1);
  }

  /** The schedule repeats; what Lambda repeated beside it would run twice. */
  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#all")
  void leavesRepeatingToTheSchedule(Synthesised example) {
    List<String> scheduled =
        example.properties("AWS::Events::Rule").stream()
            .map(rule -> rule.at("/Targets/0/Arn/Fn::GetAtt/0").asText())
            .toList();
    assertThat(example.properties("AWS::Lambda::EventInvokeConfig"))
        .extracting(each -> each.path("FunctionName").path("Ref").asText())
        .containsExactlyInAnyOrderElementsOf(scheduled);
    assertThat(example.properties("AWS::Lambda::EventInvokeConfig"))
        .allSatisfy(
            each -> {
              assertThat(each.path("MaximumRetryAttempts").asInt(-1)).isZero();
              assertThat(each.path("MaximumEventAgeInSeconds").asInt()).isEqualTo(60);
            });
  }

  private static String filter(String example) {
    return Synthesised.of(example)
        .only(MAPPING)
        .path("FilterCriteria")
        .path("Filters")
        .path(0)
        .path("Pattern")
        .asText();
  }
}

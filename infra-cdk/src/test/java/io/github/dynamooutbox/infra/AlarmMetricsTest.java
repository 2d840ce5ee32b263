package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An alarm on a metric that nobody writes under these dimensions would be silent for ever. What the
 * relays write is in files with which their own tests compare what they really write.
 */
@NeedsNode
class AlarmMetricsTest {
  private static final String ALARM = "AWS::CloudWatch::Alarm";
  private static final Path FUNCTIONS =
      Path.of("../stream-relay-lambda/src/test/resources/metrics.txt");

  private static final Path SERVICE =
      Path.of("../kcl-relay-service/src/test/resources/metrics.txt");

  /** What Lambda writes, by dimension; the second only where the mapping's metrics are on. */
  private static final Map<String, Set<String>> OF_LAMBDA =
      Map.of(
          "FunctionName", Set.of("Errors", "Invocations", "Throttles", "IteratorAge"),
          "EventSourceMappingUUID",
              Set.of("OnFailureDestinationDeliveredEventCount", "DroppedEventCount"));

  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#all")
  void areWrittenUnderTheirDimensions(Synthesised example) throws IOException {
    Set<String> written = written(example);
    Set<String> services = services(example);
    assertThat(services).hasSize(1);

    assertThat(alarms(example, "DynamoOutbox"))
        .hasSizeGreaterThan(5)
        .allSatisfy(
            alarm -> {
              Map<String, JsonNode> dimensions = dimensions(alarm);
              String unit = alarm.path("Threshold").asLong() >= 1000 ? "Milliseconds" : "Count";
              assertThat(written)
                  .contains(
                      "%s %s %s"
                          .formatted(
                              alarm.path("MetricName").asText(),
                              String.join(",", dimensions.keySet()),
                              unit));
              assertThat(services).contains(dimensions.get("Service").asText());
            });
  }

  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#all")
  void areOfEachTarget(Synthesised example) {
    Set<String> targets =
        Synthesised.configs(example.example().replaceFirst("\\..*", "")).stream()
            .filter(
                config ->
                    example.example().endsWith(config.stackName())
                        || !example.example().contains("."))
            .flatMap(config -> config.targets().stream())
            .map(TargetSettings::name)
            .collect(Collectors.toSet());

    assertThat(targetsOf(example, "Rejected")).isEqualTo(targets);
    assertThat(targetsOf(example, "MaxWriteToPublishAge")).isEqualTo(targets);
    assertThat(targetsOf(example, "OpenCircuitAge")).isEqualTo(targets);
  }

  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#all")
  void areOfAFunctionOrMappingOfTheStack(Synthesised example) {
    assertThat(alarms(example, "AWS/Lambda"))
        .allSatisfy(
            alarm -> {
              Map<String, JsonNode> dimensions = dimensions(alarm);
              assertThat(dimensions).hasSize(1);
              String dimension = dimensions.keySet().iterator().next();
              assertThat(OF_LAMBDA.get(dimension)).contains(alarm.path("MetricName").asText());
              String watched = dimensions.get(dimension).path("Ref").asText();
              JsonNode resource = example.template().path("Resources").path(watched);
              assertThat(resource.path("Type").asText())
                  .isEqualTo(
                      dimension.equals("FunctionName")
                          ? "AWS::Lambda::Function"
                          : "AWS::Lambda::EventSourceMapping");
              assertThat(alarm.path("MetricName").asText().endsWith("EventCount"))
                  .isEqualTo(resource.path("Properties").has("MetricsConfig"));
            });
    // Each function that runs by itself has both alarms.
    long functions =
        example.properties("AWS::Lambda::Function").stream()
            .filter(each -> each.path("Handler").asText().startsWith("io.github"))
            .count();
    for (String metric : List.of("Errors", "Throttles")) {
      assertThat(
              alarms(example, "AWS/Lambda").stream()
                  .filter(alarm -> alarm.path("MetricName").asText().equals(metric))
                  .map(alarm -> alarm.path("Dimensions").toString())
                  .distinct())
          .hasSize((int) functions);
    }
  }

  /** A graph without data looks like an outbox without trouble. */
  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#all")
  void areDrawnOnTheDashboardAsTheyAreWritten(Synthesised example) throws IOException {
    Set<String> written =
        written(example).stream()
            .map(metric -> metric.replaceFirst(" \\w+$", ""))
            .collect(Collectors.toSet());
    List<String> drawn = new ArrayList<>();
    for (JsonNode widget : dashboard(example).path("widgets")) {
      for (JsonNode metric : widget.path("properties").path("metrics")) {
        if (metric.path(0).asText().equals("DynamoOutbox")) {
          // After the name, dimensions and their values take turns.
          String dimensions = metric.path(4).isTextual() ? "Service,Target" : "Service";
          drawn.add(metric.path(1).asText() + " " + dimensions);
          assertThat(services(example)).contains(metric.path(3).asText());
        }
      }
    }

    assertThat(drawn).hasSizeGreaterThan(5);
    assertThat(written).containsAll(drawn);
  }

  private static JsonNode dashboard(Synthesised example) throws IOException {
    JsonNode body = example.only("AWS::CloudWatch::Dashboard").path("DashboardBody");
    return new ObjectMapper()
        .readTree(
            body.path("Fn::Join")
                .path(1)
                .valueStream()
                .map(part -> part.isTextual() ? part.asText() : "reference")
                .collect(Collectors.joining()));
  }

  /** They cost money, so the page on costs counts them. */
  @Test
  void areCountedInTheDocumentation() throws IOException {
    int ofOneTarget = Synthesised.of("bus-only").properties(ALARM).size();
    int ofTwo = Synthesised.of("kinesis-and-bus").properties(ALARM).size();
    assertThat(Files.readString(Path.of("../docs/cost.md")))
        .contains(
            "%d alarms with one target on Lambda, %d more with each further one"
                .formatted(ofOneTarget, ofTwo - ofOneTarget));
  }

  private static Set<String> written(Synthesised example) throws IOException {
    Set<String> written = new HashSet<>(Files.readAllLines(FUNCTIONS));
    if (!example.properties("AWS::ECS::Service").isEmpty()) {
      // Only the redrive is a function there.
      written.removeIf(metric -> !metric.matches("(\\w+Lanes|\\w*Parked\\w+|Redriv\\w+) .*"));
      written.addAll(Files.readAllLines(SERVICE));
    }
    return written;
  }

  /** Under which service the functions and the tasks write. */
  private static Set<String> services(Synthesised example) {
    Stream<JsonNode> functions =
        example.properties("AWS::Lambda::Function").stream()
            .map(each -> each.path("Environment").path("Variables"))
            .map(each -> each.path("POWERTOOLS_SERVICE_NAME"));
    Stream<JsonNode> tasks =
        example.properties("AWS::ECS::TaskDefinition").stream()
            .flatMap(task -> task.at("/ContainerDefinitions/0/Environment").valueStream())
            .filter(each -> each.path("Name").asText().equals("OUTBOX_KCL_CLOUDWATCH_SERVICE"))
            .map(each -> each.path("Value"));
    return Stream.concat(functions, tasks)
        .map(JsonNode::asText)
        .filter(service -> !service.isEmpty())
        .collect(Collectors.toSet());
  }

  private static Set<String> targetsOf(Synthesised example, String metric) {
    return alarms(example, "DynamoOutbox").stream()
        .filter(alarm -> alarm.path("MetricName").asText().equals(metric))
        .map(alarm -> dimensions(alarm).get("Target").asText())
        .collect(Collectors.toSet());
  }

  private static List<JsonNode> alarms(Synthesised example, String namespace) {
    return example.properties(ALARM).stream()
        .filter(alarm -> alarm.path("Namespace").asText().equals(namespace))
        .toList();
  }

  private static Map<String, JsonNode> dimensions(JsonNode alarm) {
    Map<String, JsonNode> dimensions = new TreeMap<>();
    alarm
        .path("Dimensions")
        .forEach(each -> dimensions.put(each.path("Name").asText(), each.path("Value")));
    return dimensions;
  }
}

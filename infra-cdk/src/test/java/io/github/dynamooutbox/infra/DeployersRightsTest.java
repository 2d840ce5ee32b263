package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rights that CloudFormation needs are listed by the type of what it makes. */
@NeedsNode
class DeployersRightsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FUNCTIONS = "cloudformation.json";
  private static final String SERVICE = "cloudformation-service.json";
  private static final String REPLICAS = "cloudformation-replicas.json";
  private static final String OPTIONS = "cloudformation-options.json";

  /** IAM's limit for a managed policy, without white space. */
  private static final int MAX_POLICY_CHARACTERS = 6144;

  /** Statements that are about the deployment itself, not about a type. */
  private static final Set<String> OTHERS =
      Set.of(
          "PassRole",
          "Bootstrap",
          "LinkedRole",
          "Replicas",
          "ProvisionedCapacity",
          "ReservedConcurrency",
          "FunctionsInVpc");

  /** Properties that need a right beyond those that their type always needs. */
  private static final Map<String, String> OF_PROPERTIES =
      Map.of(
          "ReservedConcurrentExecutions", "lambda:PutFunctionConcurrency",
          "VpcConfig", "ec2:DescribeSubnets",
          "WriteProvisionedThroughputSettings", "application-autoscaling:RegisterScalableTarget");

  @Test
  void coverEveryTypeThatIsDeployedAndNoOther() throws IOException {
    Set<String> sids = new TreeSet<>();
    for (String file : List.of(FUNCTIONS, SERVICE, REPLICAS, OPTIONS)) {
      statements(file).forEach(statement -> sids.add(statement.path("Sid").asText()));
    }
    sids.removeAll(OTHERS);

    assertThat(sids)
        .as("the statements of infra-cdk/rights, by resource type without its colons")
        .isEqualTo(types().map(type -> type.replace(":", "")).collect(Collectors.toSet()));
  }

  /** The type's statement alone would let the deployment fail half-way. */
  @Test
  void coverWhatCanBeChosen() throws IOException {
    Set<String> chosen = new TreeSet<>();
    Choices.all().values().stream()
        .flatMap(stack -> stack.template().path("Resources").valueStream())
        .forEach(
            resource -> resource.path("Properties").fieldNames().forEachRemaining(chosen::add));
    assertThat(chosen).containsAll(OF_PROPERTIES.keySet());
    Set<String> allowed = new TreeSet<>();
    for (JsonNode statement : statements(OPTIONS)) {
      statement.path("Action").forEach(action -> allowed.add(action.asText()));
    }
    assertThat(allowed).containsAll(OF_PROPERTIES.values());
  }

  @ParameterizedTest
  @ValueSource(strings = {FUNCTIONS, SERVICE, REPLICAS, OPTIONS})
  void nameEachActionAndFitIntoAManagedPolicy(String file) throws IOException {
    assertThat(Files.readString(path(file)).replaceAll("\\s", ""))
        .hasSizeLessThanOrEqualTo(MAX_POLICY_CHARACTERS);
    assertThat(statements(file))
        .allSatisfy(
            statement ->
                assertThat(statement.path("Action"))
                    .isNotEmpty()
                    .allMatch(action -> action.asText().matches("[a-z0-9-]+:[A-Za-z]+")));
  }

  @Test
  void letEachRoleBePassedToTheServiceThatTakesIt() throws IOException {
    Set<String> passedTo = new TreeSet<>();
    statements(FUNCTIONS).stream()
        .filter(statement -> statement.path("Sid").asText().equals("PassRole"))
        .forEach(
            statement ->
                statement
                    .path("Condition")
                    .path("StringEquals")
                    .path("iam:PassedToService")
                    .forEach(service -> passedTo.add(service.asText())));

    assertThat(passedTo)
        .isEqualTo(
            templates()
                .flatMap(template -> template.path("Resources").valueStream())
                .filter(resource -> resource.path("Type").asText().equals("AWS::IAM::Role"))
                .map(role -> role.path("Properties").path("AssumeRolePolicyDocument"))
                .map(trust -> trust.path("Statement").path(0).path("Principal").path("Service"))
                .map(JsonNode::asText)
                .collect(Collectors.toSet()));
  }

  private static Stream<JsonNode> templates() {
    return Stream.concat(
        Stream.concat(Synthesised.all(), Choices.all().values().stream())
            .map(Synthesised::template),
        Stream.of(withEverythingNew()));
  }

  private static Stream<String> types() {
    return templates()
        .flatMap(
            template ->
                StreamSupport.stream(template.path("Resources").spliterator(), false)
                    .map(resource -> resource.path("Type").asText()))
        .filter(type -> type.contains("::"));
  }

  /** A service in a VPC of its own, with a document too long for the environment. */
  private static JsonNode withEverythingNew() {
    String rules =
        IntStream.range(0, 80)
            .mapToObj(
                "{\"match\": {\"type\": [\"AnEventOfTheType%d\"]}, \"to\": [\"bus\"]}"::formatted)
            .collect(Collectors.joining(","));
    return Synthesised.parsed(
            """
            {"table": {"name": "trades"}, "relay": {"host": "kcl"},
             "targets": {"bus": {"type": "eventbridge", "busName": "trades"}},
             "routes": [%s]}
            """
                .formatted(rules))
        .template();
  }

  private static List<JsonNode> statements(String file) throws IOException {
    return StreamSupport.stream(
            JSON.readTree(path(file).toFile()).path("Statement").spliterator(), false)
        .toList();
  }

  private static Path path(String file) {
    return Path.of("rights", file);
  }
}

package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NeedsNode
class ConfigHandoverTest {
  private static final String PARAMETER = "AWS::SSM::Parameter";

  @ParameterizedTest
  @ValueSource(strings = {"lambda", "kcl"})
  void handsAShortDocumentOverByTheEnvironment(String host) {
    Synthesised example = Synthesised.parsed(document(host, 20, ""));
    assertThat(example.properties(PARAMETER)).isEmpty();
    assertThat(variables(example))
        .isNotEmpty()
        .allSatisfy(
            variables ->
                assertThat(variables)
                    .contains("OUTBOX_CONFIG", "Type19")
                    .doesNotContain("OUTBOX_CONFIG_SSM_PARAMETER"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lambda", "kcl"})
  void handsALongDocumentOverByAParameterThatEachRelayMayRead(String host) {
    Synthesised example = Synthesised.parsed(document(host, 70, ""));
    JsonNode parameter = example.only(PARAMETER);
    assertThat(parameter.path("Value").toString()).contains("Type69");
    assertThat(parameter.path("Tier").asText()).isEqualTo("Standard");
    assertThat(variables(example))
        .isNotEmpty()
        .allSatisfy(
            variables ->
                assertThat(variables)
                    .contains("OUTBOX_CONFIG_SSM_PARAMETER")
                    .doesNotContain("Type69"));
    assertThat(
            example
                .resources("AWS::IAM::Policy")
                .filter(policy -> policy.getKey().matches("(Lambda|Service|Redriver).*Rights.*"))
                .map(policy -> policy.getValue().toString()))
        .hasSize(2)
        .allMatch(policy -> policy.contains("ssm:GetParameter"));
  }

  @Test
  void namesAParameterByWhatItHoldsSoThatNoneIsChanged() {
    String name = name(document("lambda", 90, ""));
    assertThat(name).matches("/outbox/Outbox-orders/[0-9a-f]{16}");
    assertThat(name(document("lambda", 91, ""))).isNotEqualTo(name);
    assertThat(name(document("lambda", 90, ", \"alarms\": {\"parkedLanes\": 2}"))).isEqualTo(name);
    assertThat(
            Synthesised.parsed(document("lambda", 110, "")).only(PARAMETER).path("Tier").asText())
        .isEqualTo("Advanced");
  }

  @Test
  void refusesWhatNoParameterHolds() {
    assertThat(Problems.of(() -> Synthesised.parsed(document("lambda", 200, ""))))
        .singleElement()
        .asString()
        .matches(
            "the document takes \\d+ bytes for the relay; a parameter has room for 8192\\. Merge"
                + " routes, or name fewer targets");
  }

  private static String name(String document) {
    return Synthesised.parsed(document).only(PARAMETER).path("Name").asText();
  }

  private static List<String> variables(Synthesised example) {
    Stream<JsonNode> functions = example.properties("AWS::Lambda::Function").stream();
    Stream<JsonNode> containers =
        example.properties("AWS::ECS::TaskDefinition").stream()
            .map(task -> task.path("ContainerDefinitions").path(0));
    return Stream.concat(functions, containers)
        .map(each -> each.path("Environment").toString())
        .toList();
  }

  private static String document(String host, int routes, String infrastructure) {
    String rules =
        IntStream.range(0, routes)
            .mapToObj("{\"match\": {\"type\": [\"Type%d\"]}, \"to\": [\"bus\"]}"::formatted)
            .collect(Collectors.joining(","));
    return """
        {"table": {"name": "orders"}, "controlTable": {"name": "orders-control"},
         "relay": {"host": "%s"},
         "targets": {"bus": {"type": "eventbridge", "busName": "orders"}},
         "routes": [%s], "infrastructure": {"heartbeat": {"enabled": false} %s}}
        """
        .formatted(host, rules, infrastructure);
  }
}

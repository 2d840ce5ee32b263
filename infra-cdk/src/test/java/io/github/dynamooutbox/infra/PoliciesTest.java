package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads every policy statement of every resource, wherever it stands. */
@NeedsNode
class PoliciesTest {
  /** What may have a wildcard: part of the statement, and why. */
  private static final Map<String, String> REASONS =
      Map.of(
          "ServiceLogs", "streams of one log group, which ECS names",
          "ecr:GetAuthorizationToken", "the action takes no resource",
          "dynamodb:ListStreams", "the action takes no resource; Lambda asks for it",
          "/stream/*", "a stream that is switched off and on has another ARN",
          "aws/lambda/*", "Lambda names the objects; the bucket holds nothing else",
          "/events/*", "an archive's objects are named by their content, below its prefix",
          "-company-archive/orders/*", "the same, in a bucket that exists",
          "ec2:CreateNetworkInterface", "network interfaces have no names beforehand",
          "\"kms:*\",\"Effect\":\"Allow\"", "a key policy's resource is its own key",
          "cloudwatch.amazonaws.com", "a key policy's resource is its own key");

  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#all")
  void haveNoWildcardWithoutAReason(Synthesised example) {
    List<String> statements = allowing(example.template());
    assertThat(statements).hasSizeGreaterThan(5);
    assertThat(statements)
        .filteredOn(statement -> statement.contains("*"))
        .allMatch(statement -> REASONS.keySet().stream().anyMatch(statement::contains));
  }

  @Test
  void haveNoReasonThatNobodyNeeds() {
    List<String> statements =
        Synthesised.all().flatMap(example -> allowing(example.template()).stream()).toList();
    assertThat(REASONS.keySet())
        .allMatch(
            reason ->
                statements.stream().anyMatch(each -> each.contains(reason) && each.contains("*")));
  }

  @Test
  void allowARelayWhatItDoesAndNothingElse() {
    Synthesised example = Synthesised.of("bus-only");
    Map<String, Set<String>> actions = new TreeMap<>();
    example
        .resources("AWS::IAM::Policy")
        .forEach(
            policy ->
                actions.put(
                    policy.getKey().replaceAll("(?<=[a-z])[A-Z].*", ""),
                    actionsOf(policy.getValue())));
    Set<String> redrive =
        Set.of(
            "dynamodb:BatchGetItem",
            "dynamodb:BatchWriteItem",
            "dynamodb:DeleteItem",
            "dynamodb:GetItem",
            "dynamodb:PutItem",
            "dynamodb:Query",
            "dynamodb:UpdateItem",
            "events:DescribeEventBus",
            "events:PutEvents",
            "logs:CreateLogStream",
            "logs:PutLogEvents");
    assertThat(actions.get("Redriver")).isEqualTo(redrive);
    assertThat(actions.get("Lambda"))
        .containsAll(redrive)
        .filteredOn(action -> !redrive.contains(action))
        .containsExactlyInAnyOrder(
            "dynamodb:DescribeStream",
            "dynamodb:GetRecords",
            "dynamodb:GetShardIterator",
            "dynamodb:ListStreams",
            "s3:ListBucket",
            "s3:PutObject");
  }

  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#all")
  void useNoManagedPolicies(Synthesised example) {
    assertThat(example.properties("AWS::IAM::Role"))
        .isNotEmpty()
        .noneMatch(role -> role.has("ManagedPolicyArns"));
  }

  private static Set<String> actionsOf(JsonNode policy) {
    TreeSet<String> actions = new TreeSet<>();
    for (JsonNode statement : policy.findValues("Statement").get(0)) {
      JsonNode action = statement.path("Action");
      if (action.isTextual()) {
        actions.add(action.asText());
      }
      StreamSupport.stream(action.spliterator(), false).map(JsonNode::asText).forEach(actions::add);
    }
    return actions;
  }

  private static List<String> allowing(JsonNode template) {
    List<String> statements = new ArrayList<>();
    for (JsonNode list : template.findValues("Statement")) {
      for (JsonNode statement : list) {
        if (statement.path("Effect").asText().equals("Allow")) {
          statements.add(statement.toString());
        }
      }
    }
    return statements;
  }
}

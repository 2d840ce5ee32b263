package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What has limits that only a deployment with many targets would reach. */
@NeedsNode
class ManyTargetsTest {
  private static final String COMPOSITE = "AWS::CloudWatch::CompositeAlarm";
  private static final Synthesised STACK = Choices.of("many");

  /** CloudWatch user guide, "Create a composite alarm". */
  @Test
  void combinesNoMoreAlarmsInOneThanCloudWatchTakes() {
    assertThat(STACK.properties(COMPOSITE)).hasSizeGreaterThan(1);
    assertThat(STACK.properties(COMPOSITE))
        .allSatisfy(
            composite -> {
              assertThat(children(composite)).hasSizeBetween(1, 100);
              assertThat(length(composite)).isLessThanOrEqualTo(10_240);
            });
  }

  @Test
  void notifiesOnceForAllOfThem() {
    List<JsonNode> notifying =
        STACK.properties(COMPOSITE).stream()
            .filter(composite -> composite.has("AlarmActions"))
            .toList();
    Set<String> parts =
        STACK
            .resources(COMPOSITE)
            .filter(each -> !each.getValue().path("Properties").has("AlarmActions"))
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    assertThat(notifying).hasSize(1);
    assertThat(children(notifying.get(0))).isEqualTo(parts);
    Set<String> combined = new TreeSet<>();
    STACK.properties(COMPOSITE).forEach(composite -> combined.addAll(children(composite)));
    combined.removeAll(parts);
    assertThat(combined)
        .hasSizeGreaterThan(80)
        .isEqualTo(
            STACK
                .resources("AWS::CloudWatch::Alarm")
                .map(Map.Entry::getKey)
                .filter(
                    id ->
                        !id.matches(
                            "Monitoring(Inversions|Unrecorded|ControlFailures|Rejected|.*Errors|.*Throttles).*"))
                .collect(Collectors.toSet()));
  }

  /** IAM user guide, "IAM and AWS STS quotas": inline policies of a role, and a managed policy. */
  @Test
  void hasRightsThatFitIntoPolicies() {
    assertThat(STACK.properties("AWS::IAM::Policy"))
        .allSatisfy(policy -> assertThat(size(policy)).isLessThanOrEqualTo(10_240));
    assertThat(STACK.properties("AWS::IAM::ManagedPolicy"))
        .isNotEmpty()
        .hasSizeLessThanOrEqualTo(20)
        .allSatisfy(policy -> assertThat(size(policy)).isLessThanOrEqualTo(6_144));
  }

  /** Lambda checks the rights when the mapping is created. */
  @Test
  void waitsForAllRightsBeforeTheMapping() {
    JsonNode mapping = STACK.first("AWS::Lambda::EventSourceMapping", "Lambda");
    Set<String> before =
        mapping.path("DependsOn").valueStream().map(JsonNode::asText).collect(Collectors.toSet());
    assertThat(before)
        .containsAll(
            STACK
                .resources("AWS::IAM::ManagedPolicy")
                .map(Map.Entry::getKey)
                .filter(id -> id.startsWith("Lambda"))
                .toList());
  }

  private static Set<String> children(JsonNode composite) {
    return composite.findValues("Fn::GetAtt").stream()
        .map(child -> child.path(0).asText())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** With names as CloudFormation gives them. */
  private static int length(JsonNode composite) {
    int length = 0;
    for (JsonNode part : composite.at("/AlarmRule/Fn::Join/1")) {
      length +=
          part.isTextual()
              ? part.asText().length()
              : "arn:aws:cloudwatch:eu-west-1:111122223333:alarm:Together-10--0123456789abc"
                      .length()
                  + part.path("Fn::GetAtt").path(0).asText().length();
    }
    return length;
  }

  /** With ARNs of queues in place of references to them. */
  private static int size(JsonNode policy) {
    return policy
        .path("PolicyDocument")
        .toString()
        .replaceAll("\\{\"(Fn::GetAtt|Ref)\":[^}]*}", "\"arn:aws:sqs:eu-west-1:111122223333:t00\"")
        .length();
  }
}

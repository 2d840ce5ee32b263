package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.TargetFindings;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.aws.targets.TargetResource;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.sns.SnsClient;

/**
 * An SNS topic.
 *
 * @param topic ARN of the topic, or its name if the infrastructure has not resolved it yet
 * @param tenantGroups whether a standard topic's messages are grouped by tenant
 */
public record SnsConfig(String name, String topic, Sending sending, boolean tenantGroups)
    implements AwsConfig {
  @Override
  public List<String> unresolved() {
    return ResourceKind.isArn(topic)
        ? List.of()
        : List.of(
            "topicArn: is missing: SNS publishes by ARN only, topicName \"%s\" is not enough"
                .formatted(topic));
  }

  @Override
  public Optional<TargetResource> resource() {
    return Optional.of(new TargetResource(SnsFactory.TOPIC, topic));
  }

  @Override
  public void examine(TargetFindings findings) {
    if (!ResourceKind.isArn(topic)) {
      findings.unchecked(
          "is known by name only: \"%s\"".formatted(topic),
          "give topicArn, or use the configuration that the stack generated, which contains it");
      return;
    }
    try (SnsClient client = SnsClient.create()) {
      findings.look(
          "sns:GetTopicAttributes",
          () -> {
            client.getTopicAttributes(request -> request.topicArn(topic));
            findings.fine("is there: topic " + topic);
          });
    }
  }

  @Override
  public OpenTarget<?> open(TargetHost host) {
    return new SnsTarget(this, host.client(SnsClient.class, SnsClient::builder), host);
  }
}

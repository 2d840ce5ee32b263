package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.examine.RelayActions;
import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.TargetFindings;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.aws.targets.TargetRight;
import java.util.List;
import software.amazon.awssdk.services.sns.SnsClient;

/**
 * An SNS topic.
 *
 * @param topic ARN of the topic, or its name if the infrastructure has not resolved it yet
 */
public record SnsConfig(String name, String topic, Sending sending) implements AwsConfig {
  @Override
  public List<String> unresolved() {
    return ResourceName.isArn(topic)
        ? List.of()
        : List.of(
            "topicArn: is missing: SNS publishes by ARN only, topicName \"%s\" is not enough"
                .formatted(topic));
  }

  @Override
  public List<TargetRight> rights(AwsPlace place) {
    return List.of(new TargetRight(RelayActions.TOPIC, SnsFactory.TOPIC.arnOf(topic, place)));
  }

  @Override
  public void examine(TargetFindings findings) {
    if (!ResourceName.isArn(topic)) {
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
    SnsClient client = host.client(SnsClient.class, SnsClient::builder);
    return new SnsTarget(name, topic, sending, client, host);
  }
}

package io.github.dynamooutbox.kafka.internal;

import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.TargetRight;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.SaslConfigs;

/**
 * Amazon MSK with IAM: authenticates with the relay's own role. Needs AWS's library ({@code
 * aws-msk-iam-auth}) on the class path.
 *
 * @param clusterArn of the cluster
 */
public record IamRole(String clusterArn) implements Authentication {
  private static final String PACKAGE = "software.amazon.msk.auth.iam.";

  @Override
  public Map<String, Object> settings() {
    return Map.of(
        SaslConfigs.SASL_MECHANISM,
        "AWS_MSK_IAM",
        SaslConfigs.SASL_JAAS_CONFIG,
        PACKAGE + "IAMLoginModule required;",
        SaslConfigs.SASL_CLIENT_CALLBACK_HANDLER_CLASS,
        PACKAGE + "IAMClientCallbackHandler");
  }

  @Override
  public boolean sasl() {
    return true;
  }

  /** Amazon MSK developer guide, "Semantics of IAM authorization policy actions". */
  @Override
  public List<TargetRight> rights(String topic, AwsPlace place) {
    String topicArn = clusterArn.replaceFirst(":cluster/", ":topic/") + "/" + topic;
    return List.of(
        new TargetRight(
            List.of("kafka-cluster:Connect", "kafka-cluster:WriteDataIdempotently"), clusterArn),
        new TargetRight(
            List.of(
                "kafka-cluster:DescribeTopic",
                "kafka-cluster:DescribeTopicDynamicConfiguration",
                "kafka-cluster:WriteData"),
            topicArn));
  }
}

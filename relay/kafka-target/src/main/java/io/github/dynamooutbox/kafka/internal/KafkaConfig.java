package io.github.dynamooutbox.kafka.internal;

import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFindings;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.aws.targets.TargetRight;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import java.util.List;

/** The configuration of a topic. */
public record KafkaConfig(String name, String topic, Cluster cluster, Sending sending)
    implements TargetConfig {
  /** The default of max.message.bytes, by Kafka's documentation of topic configuration. */
  public static final int DEFAULT_BYTES = 1_048_588;

  @Override
  public BatchLimits limits() {
    return sending.limits();
  }

  @Override
  public List<TargetRight> rights(AwsPlace place) {
    return cluster.authentication().rights(topic, place);
  }

  @Override
  public void examine(TargetFindings findings) {
    new TopicExamination(this, findings).run();
  }

  @Override
  public OpenTarget<?> open(TargetHost host) {
    KafkaSettings settings = new KafkaSettings(this, host.callTimeout());
    return new KafkaTarget(this, new ProducerLink(settings::producer), settings, host);
  }
}

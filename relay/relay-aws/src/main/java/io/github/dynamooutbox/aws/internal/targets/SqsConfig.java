package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.TargetFindings;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.aws.targets.TargetResource;
import java.util.Optional;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * An SQS queue.
 *
 * @param queue ARN of the queue, or its name
 * @param tenantGroups whether a standard queue's messages are grouped by tenant
 */
public record SqsConfig(String name, String queue, Sending sending, boolean tenantGroups)
    implements AwsConfig {
  @Override
  public Optional<TargetResource> resource() {
    return Optional.of(new TargetResource(SqsFactory.QUEUE, queue));
  }

  @Override
  public void examine(TargetFindings findings) {
    try (SqsClient client = SqsClient.create()) {
      findings.look(
          "sqs:GetQueueUrl and sqs:GetQueueAttributes",
          () -> new QueueExamination(queue, sending, findings).run(client));
    }
  }

  @Override
  public OpenTarget<?> open(TargetHost host) {
    return new SqsTarget(this, host.client(SqsClient.class, SqsClient::builder), host);
  }
}

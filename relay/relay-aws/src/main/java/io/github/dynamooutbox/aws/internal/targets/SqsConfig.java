package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.internal.targets.SqsTarget.QueueUrl;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.TargetFindings;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.aws.targets.TargetResource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

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

  /** Checks whether a queue accepts what the relay would send. Sends nothing. */
  record QueueExamination(String queue, Sending sending, TargetFindings findings) {
    void run(SqsClient client) {
      String url = new QueueUrl(queue).lookUp(client);
      Map<QueueAttributeName, String> attributes =
          client
              .getQueueAttributes(
                  request -> request.queueUrl(url).attributeNames(QueueAttributeName.ALL))
              .attributes();
      findings.fine("is there: queue " + queue);
      size(attributes.get(QueueAttributeName.MAXIMUM_MESSAGE_SIZE));
      if (attributes.containsKey(QueueAttributeName.KMS_MASTER_KEY_ID)) {
        findings.fine(
            "is encrypted with key %s, which needs kms:GenerateDataKey and kms:Decrypt"
                .formatted(attributes.get(QueueAttributeName.KMS_MASTER_KEY_ID)));
      }
    }

    private void size(@Nullable String maximum) {
      if (maximum != null && Long.parseLong(maximum) < sending.maxEntryBytes()) {
        findings.wrong(
            "accepts messages up to %s bytes, but maxEntryBytes is %d: a larger event would be refused"
                .formatted(maximum, sending.maxEntryBytes()),
            "raise the queue's MaximumMessageSize, or lower maxEntryBytes to match");
      }
    }
  }
}

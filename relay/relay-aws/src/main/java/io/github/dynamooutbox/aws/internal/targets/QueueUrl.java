package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.targets.ResourceKind;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlRequest;

/**
 * The URL of a queue, which SQS requires in each request. It is looked up once instead of being
 * built from the name, because its form is the service's own business. Thread-safe.
 */
final class QueueUrl {
  private final GetQueueUrlRequest request;
  private volatile @Nullable String known;

  /**
   * @param queue name or ARN
   */
  QueueUrl(String queue) {
    GetQueueUrlRequest.Builder builder = GetQueueUrlRequest.builder();
    if (ResourceKind.isArn(queue)) {
      String[] parts = queue.split(":", 6);
      builder.queueOwnerAWSAccountId(parts[4]).queueName(parts[5]);
    } else {
      builder.queueName(queue);
    }
    request = builder.build();
  }

  /**
   * Returns the URL, and asks SQS for it the first time.
   *
   * @throws software.amazon.awssdk.core.exception.SdkException if SQS does not return it
   */
  String lookUp(SqsClient client) {
    String url = known;
    if (url == null) {
      url = client.getQueueUrl(request).queueUrl();
      known = url;
    }
    return url;
  }
}

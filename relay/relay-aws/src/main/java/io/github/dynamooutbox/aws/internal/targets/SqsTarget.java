package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.format.MessageText;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.render.CloudEventJson;
import io.github.dynamooutbox.format.render.PayloadMessage;
import io.github.dynamooutbox.format.render.QueueText;
import io.github.dynamooutbox.format.render.RefusedEvent;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlRequest;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResultEntry;

/**
 * An SQS queue, standard or FIFO. An entry's size is that of its body and of its attributes' names,
 * types and values, as UTF-8 (SQS developer guide, "Amazon SQS message metadata").
 */
public final class SqsTarget extends MessageTarget<SendMessageBatchRequestEntry> {

  private static final QueueAttributeName SIZE = QueueAttributeName.MAXIMUM_MESSAGE_SIZE;

  private final QueueUrl url;
  private final SqsClient client;

  /**
   * @param client does not retry, and has timeouts
   * @param host runs the requests, which block
   */
  public SqsTarget(SqsConfig config, SqsClient client, TargetHost host) {
    super(
        config.name(),
        config.queue(),
        config.sending(),
        config.tenantGroups(),
        SqsFactory.LEAST_BYTES,
        "sqs:GetQueueAttributes",
        host);
    this.url = new QueueUrl(config.queue());
    this.client = client;
  }

  @Override
  long maximumMessageSize() {
    String queueUrl = url.lookUp(client);
    String given =
        client
            .getQueueAttributes(request -> request.queueUrl(queueUrl).attributeNames(SIZE))
            .attributes()
            .get(SIZE);
    return given == null ? SqsFactory.BYTES : Long.parseLong(given);
  }

  @Override
  AwsEntry<SendMessageBatchRequestEntry> render(Envelope envelope) throws RefusedEvent {
    SendMessageBatchRequestEntry.Builder entry = SendMessageBatchRequestEntry.builder();
    long bytes =
        sending().envelope() == EnvelopeForm.CLOUDEVENT
            ? structured(envelope, entry)
            : bare(envelope, entry);
    group(envelope).ifPresent(entry::messageGroupId);
    deduplication(envelope).ifPresent(entry::messageDeduplicationId);
    return new AwsEntry<>(entry.build(), bytes);
  }

  private static long structured(Envelope envelope, SendMessageBatchRequestEntry.Builder entry)
      throws RefusedEvent {
    String json = QueueText.escaped(CloudEventJson.renderText(envelope).text());
    entry.messageBody(json);
    return RecordSize.utf8Length(json);
  }

  private static long bare(Envelope envelope, SendMessageBatchRequestEntry.Builder entry)
      throws RefusedEvent {
    PayloadMessage message = PayloadMessage.of(envelope, "SQS");
    if (!MessageText.allows(message.text())) {
      throw new RefusedEvent(
          "INVALID_CHARACTERS", "SQS accepts no control characters, U+FFFE or U+FFFF in a message");
    }
    Map<String, MessageAttributeValue> attributes = new HashMap<>();
    message
        .attributes()
        .forEach(
            (name, value) ->
                attributes.put(
                    name,
                    MessageAttributeValue.builder()
                        .dataType(PayloadMessage.TYPE)
                        .stringValue(value)
                        .build()));
    entry.messageBody(message.text()).messageAttributes(attributes);
    return message.bytes();
  }

  @Override
  BatchOutcome send(List<SendMessageBatchRequestEntry> entries) {
    List<SendMessageBatchRequestEntry> batch =
        numbered(entries, (entry, id) -> entry.toBuilder().id(id).build());
    String queueUrl = url.lookUp(client);
    SendMessageBatchResponse response =
        client.sendMessageBatch(request -> request.queueUrl(queueUrl).entries(batch));
    Map<String, PublishOutcome> byId = new HashMap<>();
    for (SendMessageBatchResultEntry accepted : response.successful()) {
      byId.put(accepted.id(), PublishOutcome.Published.INSTANCE);
    }
    // An entry in both lists counts as failed: better a duplicate than a loss.
    for (BatchResultErrorEntry failed : response.failed()) {
      byId.put(failed.id(), outcome(failed));
    }
    return EntryResults.listed(entries.size(), byId);
  }

  private static PublishOutcome outcome(BatchResultErrorEntry failed) {
    return EntryResults.blamed(failed.code(), failed.message(), failed.senderFault());
  }

  /**
   * The URL of a queue, which SQS requires in each request. It is looked up once instead of being
   * built from the name, because its form is the service's own business. Thread-safe.
   */
  static final class QueueUrl {
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
}

package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.format.render.CloudEventJson;
import io.github.dynamooutbox.format.render.JsonText;
import io.github.dynamooutbox.format.render.PayloadMessage;
import io.github.dynamooutbox.format.render.RefusedEvent;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sns.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sns.model.MessageAttributeValue;
import software.amazon.awssdk.services.sns.model.PublishBatchRequestEntry;
import software.amazon.awssdk.services.sns.model.PublishBatchResponse;
import software.amazon.awssdk.services.sns.model.PublishBatchResultEntry;

/**
 * An SNS topic, standard or FIFO. An entry's size is that of its message and of its attributes'
 * names, types and values, as UTF-8.
 */
public final class SnsTarget extends MessageTarget<PublishBatchRequestEntry> {

  private final String topicArn;
  private final SnsClient client;

  /**
   * @param client does not retry, and has timeouts
   * @param host runs the requests, which block
   */
  public SnsTarget(SnsConfig config, SnsClient client, TargetHost host) {
    super(
        config.name(),
        config.topic(),
        config.sending(),
        config.tenantGroups(),
        SnsFactory.LEAST_BYTES,
        "sns:GetTopicAttributes",
        host);
    this.topicArn = config.topic();
    this.client = client;
  }

  @Override
  long maximumMessageSize() {
    String given =
        client
            .getTopicAttributes(request -> request.topicArn(topicArn))
            .attributes()
            .get("MaximumMessageSize");
    return given == null ? SnsFactory.BYTES : Long.parseLong(given);
  }

  @Override
  AwsEntry<PublishBatchRequestEntry> render(Envelope envelope) throws RefusedEvent {
    PublishBatchRequestEntry.Builder entry = PublishBatchRequestEntry.builder();
    int bytes =
        sending().envelope() == EnvelopeForm.CLOUDEVENT
            ? structured(envelope, entry)
            : bare(envelope, entry);
    group(envelope).ifPresent(entry::messageGroupId);
    deduplication(envelope).ifPresent(entry::messageDeduplicationId);
    return new AwsEntry<>(entry.build(), bytes);
  }

  private static int structured(Envelope envelope, PublishBatchRequestEntry.Builder entry)
      throws RefusedEvent {
    JsonText json = CloudEventJson.renderText(envelope);
    entry.message(json.text());
    return json.bytes();
  }

  private static int bare(Envelope envelope, PublishBatchRequestEntry.Builder entry)
      throws RefusedEvent {
    PayloadMessage message = PayloadMessage.of(envelope, "SNS");
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
    entry.message(message.text()).messageAttributes(attributes);
    return message.bytes();
  }

  @Override
  BatchOutcome send(List<PublishBatchRequestEntry> entries) {
    List<PublishBatchRequestEntry> batch =
        numbered(entries, (entry, id) -> entry.toBuilder().id(id).build());
    PublishBatchResponse response =
        client.publishBatch(
            request -> request.topicArn(topicArn).publishBatchRequestEntries(batch));
    Map<String, PublishOutcome> byId = new HashMap<>();
    for (PublishBatchResultEntry accepted : response.successful()) {
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
}

package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.internal.render.CloudEventJson;
import io.github.dynamooutbox.aws.internal.render.JsonText;
import io.github.dynamooutbox.aws.internal.render.PayloadMessage;
import io.github.dynamooutbox.aws.internal.render.RefusedEvent;
import io.github.dynamooutbox.aws.internal.render.TargetKeys;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.OwnLimit;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
public final class SnsTarget extends AwsTarget<PublishBatchRequestEntry> {

  private final String topicArn;
  private final String table;
  private final boolean fifo;
  private final boolean tenantGroups;
  private final SnsClient client;
  private final OwnLimit limit;

  /**
   * @param client does not retry, and has timeouts
   * @param host runs the requests, which block
   */
  public SnsTarget(SnsConfig config, SnsClient client, TargetHost host) {
    super(config.name(), config.sending(), host.executor());
    this.table = host.table();
    this.topicArn = config.topic();
    this.tenantGroups = config.tenantGroups();
    this.fifo = topicArn.endsWith(".fifo");
    this.client = client;
    this.limit =
        new OwnLimit(
            config.name(),
            SnsFactory.LEAST_BYTES,
            "sns:GetTopicAttributes",
            this::maximumMessageSize,
            host.clock());
  }

  @Override
  Optional<OwnLimit> ownLimit() {
    return Optional.of(limit);
  }

  private long maximumMessageSize() {
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
    if (fifo) {
      entry.messageGroupId(TargetKeys.group(envelope));
      entry.messageDeduplicationId(TargetKeys.deduplication(table, envelope));
    } else if (tenantGroups) {
      TargetKeys.tenantGroup(envelope).ifPresent(entry::messageGroupId);
    }
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
    List<PublishBatchRequestEntry> batch = new ArrayList<>(entries.size());
    for (int i = 0; i < entries.size(); i++) {
      batch.add(entries.get(i).toBuilder().id(Integer.toString(i)).build());
    }
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

package io.github.dynamooutbox.localaws.readback;

import io.github.dynamooutbox.localaws.stub.AcceptedMessage;
import io.github.dynamooutbox.localaws.stub.MessageAttribute;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/**
 * Reads the messages that a topic has accepted since this was opened, through a subscription with
 * raw delivery. The messages of each group of a FIFO topic arrive in order.
 */
public final class TopicReader implements AutoCloseable {
  private final SnsClient sns;
  private final String name;
  private final String subscription;
  private final ReaderQueue queue;
  private final List<AcceptedMessage> accepted = new ArrayList<>();

  private TopicReader(SnsClient sns, String name, String subscription, ReaderQueue queue) {
    this.sns = sns;
    this.name = name;
    this.subscription = subscription;
    this.queue = queue;
  }

  /** Reads an existing topic. The clients stay the caller's to close. */
  public static TopicReader open(SnsClient sns, SqsClient sqs, String topicArn, String queueName) {
    String name = topicArn.substring(topicArn.lastIndexOf(':') + 1);
    ReaderQueue queue = ReaderQueue.create(sqs, queueName);
    String subscription =
        sns.subscribe(
                r ->
                    r.topicArn(topicArn)
                        .protocol("sqs")
                        .endpoint(queue.arn())
                        .attributes(Map.of("RawMessageDelivery", "true"))
                        .returnSubscriptionArn(true))
            .subscriptionArn();
    return new TopicReader(sns, name, subscription, queue);
  }

  /** All messages so far, in order of arrival; waits up to half a minute for at least this many. */
  public synchronized List<AcceptedMessage> accepted(int atLeast) {
    queue.drain(atLeast - accepted.size()).forEach(message -> accepted.add(message(message)));
    return List.copyOf(accepted);
  }

  private AcceptedMessage message(Message message) {
    Map<String, MessageAttribute> attributes = new HashMap<>();
    message
        .messageAttributes()
        .forEach(
            (key, value) ->
                attributes.put(key, new MessageAttribute(value.dataType(), text(value))));
    return new AcceptedMessage(
        accepted.size() + 1L,
        name,
        message.messageId(),
        message.body(),
        Optional.empty(),
        attributes,
        system(message, MessageSystemAttributeName.MESSAGE_GROUP_ID),
        system(message, MessageSystemAttributeName.MESSAGE_DEDUPLICATION_ID),
        Instant.now());
  }

  private static String text(MessageAttributeValue value) {
    return value.binaryValue() == null
        ? value.stringValue()
        : Base64.getEncoder().encodeToString(value.binaryValue().asByteArray());
  }

  private static Optional<String> system(Message message, MessageSystemAttributeName attribute) {
    return Optional.ofNullable(message.attributes().get(attribute));
  }

  /** Removes subscription and queue. */
  @Override
  public void close() {
    sns.unsubscribe(r -> r.subscriptionArn(subscription));
    queue.delete();
  }
}

package io.github.dynamooutbox.localaws.stub.internal.sns;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.AcceptedMessage;
import io.github.dynamooutbox.localaws.stub.QueueMessage;
import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.Deliveries;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/** Sends an accepted message to the queues that subscribe to its topic. */
final class Fanout {
  /** The limit of SQS; SNS drops a raw message that has more. */
  private static final int MAX_RAW_ATTRIBUTES = 10;

  private final Deliveries deliveries;

  Fanout(Deliveries deliveries) {
    this.deliveries = deliveries;
  }

  void send(Topic topic, AcceptedMessage message, Optional<String> sequenceNumber) {
    for (Topic.Subscription subscription : topic.subscriptions()) {
      boolean fifo = Account.isFifo(subscription.queueArn());
      QueueMessage delivered =
          new QueueMessage(
              subscription.raw()
                  ? message.body()
                  : wrapped(topic, subscription, message, sequenceNumber),
              subscription.raw() ? message.attributes() : Map.of(),
              message.groupId().filter(any -> fifo),
              message.deduplicationId().filter(any -> fifo));
      if (delivered.attributes().size() > MAX_RAW_ATTRIBUTES) {
        deliveries.refuse(
            subscription.queueArn(), delivered, "raw delivery of more than 10 message attributes");
      } else {
        deliveries.send(subscription.queueArn(), delivered);
      }
    }
  }

  private static String wrapped(
      Topic topic,
      Topic.Subscription subscription,
      AcceptedMessage message,
      Optional<String> sequenceNumber) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("Type", "Notification");
    json.put("MessageId", message.id());
    sequenceNumber.ifPresent(number -> json.put("SequenceNumber", number));
    json.put("TopicArn", topic.arn());
    message.subject().ifPresent(subject -> json.put("Subject", subject));
    json.put("Message", message.body());
    json.put("Timestamp", message.acceptedAt().truncatedTo(ChronoUnit.MILLIS).toString());
    json.put("UnsubscribeURL", "?Action=Unsubscribe&SubscriptionArn=" + subscription.arn());
    if (!message.attributes().isEmpty()) {
      ObjectNode attributes = json.putObject("MessageAttributes");
      message
          .attributes()
          .forEach(
              (name, attribute) ->
                  attributes
                      .putObject(name)
                      .put("Type", attribute.dataType())
                      .put("Value", attribute.value()));
    }
    return json.toString();
  }
}

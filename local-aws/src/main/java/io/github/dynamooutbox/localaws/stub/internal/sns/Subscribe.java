package io.github.dynamooutbox.localaws.stub.internal.sns;

import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.Deliveries;
import io.github.dynamooutbox.localaws.stub.internal.FaultPlan;
import java.util.HashMap;
import java.util.Map;

/** Subscribes a queue; refuses what the stub could not deliver as asked. */
record Subscribe(Topics topics, Deliveries deliveries) implements QueryAction {
  private static final String RAW = "RawMessageDelivery";

  @Override
  public void perform(QueryInput input, XmlOutput result, FaultPlan faults) {
    Topic topic = topics.get(input.requiredText("TopicArn"));
    if (!input.requiredText("Protocol").equals("sqs")) {
      throw Refusals.invalidParameter("Protocol Reason: this stub delivers to sqs only");
    }
    String queueArn = input.requiredText("Endpoint");
    if (!Account.isQueueArn(queueArn)) {
      throw Refusals.invalidParameter("SQS endpoint ARN");
    }
    if (!deliveries.possible()) {
      throw Refusals.invalidParameter(
          "Protocol Reason: this stub was started without a delivery to queues");
    }
    if (Account.isFifo(queueArn) && !topic.fifo()) {
      throw Refusals.invalidParameter(
          "Endpoint Reason: FIFO SQS Queues can not be subscribed to standard SNS topics");
    }
    Map<String, String> attributes = new HashMap<>(input.map("Attributes"));
    boolean raw = Boolean.parseBoolean(attributes.remove(RAW));
    if (!attributes.isEmpty()) {
      throw Refusals.invalidParameter(
          "Attributes Reason: this stub does not know " + attributes.keySet());
    }
    result.text("SubscriptionArn", topic.subscribe(queueArn, raw).arn());
  }
}

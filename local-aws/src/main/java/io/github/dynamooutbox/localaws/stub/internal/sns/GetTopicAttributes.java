package io.github.dynamooutbox.localaws.stub.internal.sns;

import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.FaultPlan;
import java.util.LinkedHashMap;
import java.util.Map;

/** Tells whether a topic exists, and of which kind it is. */
record GetTopicAttributes(Topics topics, Account account) implements QueryAction {
  @Override
  public void perform(QueryInput input, XmlOutput result, FaultPlan faults) {
    Topic topic = topics.get(input.requiredText("TopicArn"));
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("TopicArn", topic.arn());
    attributes.put("Owner", account.id());
    attributes.put("SubscriptionsConfirmed", String.valueOf(topic.subscriptions().size()));
    attributes.put("SubscriptionsPending", "0");
    if (topic.fifo()) {
      attributes.put("FifoTopic", "true");
      attributes.put(
          "ContentBasedDeduplication", String.valueOf(topic.contentBasedDeduplication()));
    }
    result.map("Attributes", attributes);
  }
}

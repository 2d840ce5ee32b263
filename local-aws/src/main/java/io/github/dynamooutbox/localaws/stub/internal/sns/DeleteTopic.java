package io.github.dynamooutbox.localaws.stub.internal.sns;

import io.github.dynamooutbox.localaws.stub.internal.FaultPlan;

/** Deletes a topic with its subscriptions; a topic that does not exist is fine. */
record DeleteTopic(Topics topics) implements QueryAction {
  @Override
  public void perform(QueryInput input, XmlOutput result, FaultPlan faults) {
    topics.delete(input.requiredText("TopicArn"));
  }
}

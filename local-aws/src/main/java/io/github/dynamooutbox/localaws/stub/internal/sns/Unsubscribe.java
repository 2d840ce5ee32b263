package io.github.dynamooutbox.localaws.stub.internal.sns;

import io.github.dynamooutbox.localaws.stub.internal.FaultPlan;

/** Ends a subscription; one that does not exist is fine. */
record Unsubscribe(Topics topics) implements QueryAction {
  @Override
  public void perform(QueryInput input, XmlOutput result, FaultPlan faults) {
    topics.unsubscribe(input.requiredText("SubscriptionArn"));
  }
}

package io.github.dynamooutbox.localaws.stub.internal.sns;

import io.github.dynamooutbox.localaws.stub.internal.FaultPlan;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;

/** Takes one message. */
record Publish(Topics topics, MessageIntake intake) implements QueryAction {
  @Override
  public void perform(QueryInput input, XmlOutput result, FaultPlan faults) {
    String arn =
        input
            .text("TopicArn")
            .or(() -> input.text("TargetArn"))
            .orElseGet(() -> input.requiredText("TopicArn"));
    Topic topic = topics.get(arn);
    Publication publication = Publication.of(input);
    MessageRules.checkKeys(topic, publication);
    MessageRules.fault(topic, publication)
        .ifPresent(
            fault -> {
              throw ServiceError.badRequest(fault.code(), fault.message());
            });
    if (publication.size() > MessageRules.MOST_BYTES) {
      throw Refusals.invalidParameter("Message too long");
    }
    faults.check(publication.asBatchEntry(0, topic));
    intake.take(topic, publication).write(result);
  }
}

package io.github.dynamooutbox.localaws.stub.internal.sns;

import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.FaultPlan;
import java.util.Map;

/** Creates a standard or a FIFO topic. */
record CreateTopic(Topics topics) implements QueryAction {
  private static final String NAME = "[A-Za-z0-9_-]{1,256}";
  private static final String FIFO_NAME = "[A-Za-z0-9_-]{1,251}\\.fifo";

  @Override
  public void perform(QueryInput input, XmlOutput result, FaultPlan faults) {
    String name = input.requiredText("Name");
    Map<String, String> attributes = input.map("Attributes");
    boolean fifo = Boolean.parseBoolean(attributes.get("FifoTopic"));
    boolean contentBased = Boolean.parseBoolean(attributes.get("ContentBasedDeduplication"));
    if (!name.matches(fifo ? FIFO_NAME : NAME)) {
      throw Refusals.invalidParameter(
          Account.isFifo(name) || fifo
              ? "Topic Name: a FIFO topic, and only a FIFO topic, has a name that ends in .fifo"
              : "Topic Name");
    }
    if (contentBased && !fifo) {
      throw Refusals.invalidParameter(
          "Attributes Reason: Content-based deduplication can only be set for FIFO topics");
    }
    result.text("TopicArn", topics.create(name, fifo, contentBased).arn());
  }
}

package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.targets.SendingReader;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import io.github.dynamooutbox.aws.targets.TargetFields;
import io.github.dynamooutbox.aws.targets.TextRule;

/** SNS topics, standard and FIFO. */
public final class SnsFactory implements TargetFactory {
  /** SNS API reference, CreateTopic. */
  static final ResourceName TOPIC =
      new ResourceName(
          "topic",
          TextRule.of(
              "[A-Za-z0-9_-]{1,256}|[A-Za-z0-9_-]{1,251}\\.fifo",
              "a topic name: letters, digits, _ and -, and .fifo at the end of a FIFO topic's"),
          ResourceName.arnRule(
              "sns",
              "[A-Za-z0-9_-]{1,256}(\\.fifo)?",
              "a topic ARN: arn:aws:sns:<region>:<account>:<name>"),
          "sns",
          "");

  /** SNS API reference, PublishBatch. */
  private static final int ENTRIES = 10;

  /**
   * SNS developer guide, "Publishing large messages with Amazon SNS", and API reference,
   * PublishBatch: the limit of a message, and of all messages of a request together, unless the
   * topic's {@code MaximumMessageSize} says otherwise.
   */
  static final int BYTES = 256 * 1024;

  /** The lowest value of a topic's {@code MaximumMessageSize}. */
  static final int LEAST_BYTES = 1024;

  /** The highest. */
  private static final int MOST_BYTES = 1024 * 1024;

  @Override
  public String type() {
    return "sns";
  }

  @Override
  public String schema() {
    return PublishedSchema.of(this);
  }

  @Override
  public TargetConfig read(String name, TargetFields fields) {
    String topic = TOPIC.read(fields);
    ResourceName.skipKey(fields);
    SendingReader sending =
        SendingReader.of(fields, ENTRIES, MOST_BYTES, MOST_BYTES).resourceDecides(BYTES);
    if (topic.endsWith(".fifo")) {
      sending.alwaysOrdered("a FIFO topic");
    }
    return new SnsConfig(name, topic, sending.read());
  }
}

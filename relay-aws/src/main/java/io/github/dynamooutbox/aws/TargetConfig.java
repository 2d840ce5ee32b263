package io.github.dynamooutbox.aws;

/** Where events can go. */
public sealed interface TargetConfig {
  /** The name that routes and metrics use. */
  String name();

  Sending sending();

  /**
   * An EventBridge bus.
   *
   * @param bus ARN of the event bus, or its name
   */
  record EventBridge(String name, String bus, Sending sending) implements TargetConfig {}

  /**
   * An SNS topic.
   *
   * @param topic ARN of the topic, or its name while infrastructure has not resolved it
   */
  record Sns(String name, String topic, Sending sending) implements TargetConfig {
    /** Whether the topic can be published to: SNS takes ARNs only. */
    public boolean resolved() {
      return topic.startsWith("arn:");
    }

    public boolean fifo() {
      return topic.endsWith(".fifo");
    }
  }

  /**
   * A Kinesis data stream.
   *
   * @param stream ARN of the data stream, or its name
   */
  record Kinesis(String name, String stream, Sending sending) implements TargetConfig {}
}

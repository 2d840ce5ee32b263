package io.github.dynamooutbox.aws;

import java.util.function.Function;

/** A target of events. */
public sealed interface TargetConfig {
  /** The name that routes and metrics use. */
  String name();

  Sending sending();

  /**
   * Applies the function for this kind of target. A new kind adds a parameter here, so that no
   * caller can overlook it.
   */
  <T> T fold(
      Function<? super EventBridge, ? extends T> eventBridge,
      Function<? super Sns, ? extends T> sns,
      Function<? super Kinesis, ? extends T> kinesis);

  /**
   * An EventBridge bus.
   *
   * @param bus ARN of the event bus, or its name
   */
  record EventBridge(String name, String bus, Sending sending) implements TargetConfig {
    @Override
    public <T> T fold(
        Function<? super EventBridge, ? extends T> eventBridge,
        Function<? super Sns, ? extends T> sns,
        Function<? super Kinesis, ? extends T> kinesis) {
      return eventBridge.apply(this);
    }
  }

  /**
   * An SNS topic.
   *
   * @param topic ARN of the topic, or its name if the infrastructure has not resolved it yet
   */
  record Sns(String name, String topic, Sending sending) implements TargetConfig {
    /** Whether the topic is resolved: SNS publishes to ARNs only. */
    public boolean resolved() {
      return topic.startsWith("arn:");
    }

    public boolean fifo() {
      return topic.endsWith(".fifo");
    }

    @Override
    public <T> T fold(
        Function<? super EventBridge, ? extends T> eventBridge,
        Function<? super Sns, ? extends T> sns,
        Function<? super Kinesis, ? extends T> kinesis) {
      return sns.apply(this);
    }
  }

  /**
   * A Kinesis data stream.
   *
   * @param stream ARN of the data stream, or its name
   */
  record Kinesis(String name, String stream, Sending sending) implements TargetConfig {
    @Override
    public <T> T fold(
        Function<? super EventBridge, ? extends T> eventBridge,
        Function<? super Sns, ? extends T> sns,
        Function<? super Kinesis, ? extends T> kinesis) {
      return kinesis.apply(this);
    }
  }
}

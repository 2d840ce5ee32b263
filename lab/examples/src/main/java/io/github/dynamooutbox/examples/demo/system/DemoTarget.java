package io.github.dynamooutbox.examples.demo.system;

import java.util.Locale;

/** A target of the demo. Its name is the one in the relay's configuration. */
public enum DemoTarget {
  BUS("EventBridge"),
  CUSTOM("EventBridge V2"),
  FIFO("SNS FIFO"),
  STREAM("Kinesis"),
  QUEUE("SQS"),
  KAFKA("Kafka"),
  ARCHIVE("S3");

  private final String kind;

  DemoTarget(String kind) {
    this.kind = kind;
  }

  /** Name of the service, for display. */
  public String kind() {
    return kind;
  }

  /** Whether the service is a stub, which can be made to fail. */
  public boolean canFail() {
    return this == BUS || this == CUSTOM || this == FIFO || this == STREAM;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The target's entry in the relay's configuration. */
  String document(Resources resources) {
    return switch (this) {
      case BUS ->
          """
          "bus":    {"type": "eventbridge", "busName": "%s", "ordered": true}\
          """
              .formatted(resources.bus());
      case CUSTOM ->
          """
          "custom": {"type": "eventbridgev2", "busArn": "%s"}\
          """
              .formatted(resources.customBusArn());
      case FIFO ->
          """
          "fifo":   {"type": "sns", "topicArn": "%s"}\
          """
              .formatted(resources.topicArn());
      case STREAM ->
          """
          "stream": {"type": "kinesis", "streamName": "%s"}\
          """
              .formatted(resources.dataStream());
      case QUEUE ->
          """
          "queue":  {"type": "sqs", "queueName": "%s", "ordered": true}\
          """
              .formatted(resources.queue());
      case KAFKA ->
          """
          "kafka":  {"type": "kafka", "topic": "%s", "bootstrapServers": ["%s"], "tls": false}\
          """
              .formatted(DemoTopic.NAME, resources.kafka().orElseThrow().bootstrapServer());
      case ARCHIVE ->
          """
          "archive": {"type": "s3", "bucketName": "%s"}\
          """
              .formatted(DemoBucket.NAME);
    };
  }
}

package io.github.dynamooutbox.aws.examine;

import io.github.dynamooutbox.aws.TargetConfig;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.DescribeStreamSummaryRequest;
import software.amazon.awssdk.services.kinesis.model.StreamStatus;
import software.amazon.awssdk.services.sns.SnsClient;

/** Examines whether a target is there. Publishes nothing. */
record TargetExamination(Examination examination) {
  void of(TargetConfig target) {
    String subject = "target \"" + target.name() + '"';
    Runnable examine =
        target.fold(
            bus -> () -> bus(subject, bus),
            topic -> () -> topic(subject, topic),
            stream -> () -> stream(subject, stream));
    examine.run();
  }

  private void bus(String subject, TargetConfig.EventBridge bus) {
    try (EventBridgeClient client = EventBridgeClient.create()) {
      examination.look(
          subject,
          "events:DescribeEventBus",
          () -> {
            client.describeEventBus(request -> request.name(bus.bus()));
            examination.fine(subject, "is there: bus " + bus.bus());
          });
    }
  }

  private void topic(String subject, TargetConfig.Sns topic) {
    if (!topic.resolved()) {
      examination.unchecked(
          subject,
          "is known by name only: \"%s\"".formatted(topic.topic()),
          "give topicArn, or the configuration that the stack made, which names it");
      return;
    }
    try (SnsClient client = SnsClient.create()) {
      examination.look(
          subject,
          "sns:GetTopicAttributes",
          () -> {
            client.getTopicAttributes(request -> request.topicArn(topic.topic()));
            examination.fine(subject, "is there: topic " + topic.topic());
          });
    }
  }

  private void stream(String subject, TargetConfig.Kinesis stream) {
    try (KinesisClient client = KinesisClient.create()) {
      examination.look(
          subject, "kinesis:DescribeStreamSummary", () -> status(subject, client, stream.stream()));
    }
  }

  private void status(String subject, KinesisClient client, String stream) {
    StreamStatus status =
        client
            .describeStreamSummary(request -> named(request, stream))
            .streamDescriptionSummary()
            .streamStatus();
    if (status == StreamStatus.CREATING || status == StreamStatus.DELETING) {
      examination.wrong(
          subject, "is %s: stream %s".formatted(status, stream), "wait for it, or create it again");
    } else {
      examination.fine(subject, "is there: stream " + stream);
    }
  }

  private static void named(DescribeStreamSummaryRequest.Builder request, String stream) {
    if (stream.startsWith("arn:")) {
      request.streamARN(stream);
    } else {
      request.streamName(stream);
    }
  }
}

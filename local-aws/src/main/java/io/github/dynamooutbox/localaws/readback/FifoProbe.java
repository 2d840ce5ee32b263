package io.github.dynamooutbox.localaws.readback;

import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.stub.AcceptedMessage;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sns.model.PublishBatchRequestEntry;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Whether a FIFO topic is one. */
public final class FifoProbe {
  private static final int BATCH = 10;

  private FifoProbe() {}

  /** Sends a batch of one group and looks at the order in which it arrives. */
  public static Optional<String> lackOfOrder(URI endpoint) {
    List<String> sent = IntStream.range(0, BATCH).mapToObj(i -> "m" + i).toList();
    List<String> arrived = publish(endpoint, sent, sent, BATCH);
    return arrived.equals(sent)
        ? Optional.empty()
        : Optional.of("a batch of one group arrived as " + arrived);
  }

  /** Sends two messages with one deduplication id. */
  public static Optional<String> lackOfDeduplication(URI endpoint) {
    List<String> arrived = publish(endpoint, List.of("first", "second"), List.of("d", "d"), 1);
    return arrived.equals(List.of("first"))
        ? Optional.empty()
        : Optional.of("of two messages with one deduplication id arrived " + arrived);
  }

  private static List<String> publish(
      URI endpoint, List<String> messages, List<String> ids, int expected) {
    try (SnsClient sns = AwsUnderTest.configure(SnsClient.builder(), endpoint).build();
        SqsClient sqs =
            AwsUnderTest.configure(SqsClient.builder(), endpoint)
                .checksumValidationEnabled(false)
                .build()) {
      String topic =
          sns.createTopic(
                  r ->
                      r.name(AwsUnderTest.unique("probe") + ".fifo")
                          .attributes(Map.of("FifoTopic", "true")))
              .topicArn();
      try (TopicReader reader = TopicReader.open(sns, sqs, topic)) {
        List<PublishBatchRequestEntry> entries =
            IntStream.range(0, messages.size())
                .mapToObj(i -> entry(i, messages.get(i), ids.get(i)))
                .toList();
        sns.publishBatch(r -> r.topicArn(topic).publishBatchRequestEntries(entries));
        reader.accepted(expected);
        // And what comes within a second more.
        return reader.accepted(0).stream().map(AcceptedMessage::body).toList();
      } finally {
        sns.deleteTopic(r -> r.topicArn(topic));
      }
    }
  }

  private static PublishBatchRequestEntry entry(int index, String message, String id) {
    return PublishBatchRequestEntry.builder()
        .id("e" + index)
        .message(message)
        .messageGroupId("group")
        .messageDeduplicationId(id)
        .build();
  }
}

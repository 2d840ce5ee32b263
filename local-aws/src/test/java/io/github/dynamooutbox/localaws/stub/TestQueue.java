package io.github.dynamooutbox.localaws.stub;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** A queue that SNS and EventBridge may send to, read by a test. */
final class TestQueue {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String POLICY =
      """
      {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"sqs:SendMessage","Resource":"*",\
      "Principal":{"Service":["sns.amazonaws.com","events.amazonaws.com"]}}]}""";

  private final SqsClient sqs;
  private final String url;
  private final String arn;

  private TestQueue(SqsClient sqs, String url, String arn) {
    this.sqs = sqs;
    this.url = url;
    this.arn = arn;
  }

  static TestQueue standard(SqsClient sqs, Cleanup cleanup) {
    return create(sqs, ContractServices.unique("queue"), Map.of(), cleanup);
  }

  static TestQueue fifo(SqsClient sqs, Cleanup cleanup) {
    return create(
        sqs,
        ContractServices.unique("queue") + ".fifo",
        Map.of(QueueAttributeName.FIFO_QUEUE, "true"),
        cleanup);
  }

  private static TestQueue create(
      SqsClient sqs, String name, Map<QueueAttributeName, String> more, Cleanup cleanup) {
    Map<QueueAttributeName, String> attributes = new HashMap<>(more);
    attributes.put(QueueAttributeName.POLICY, POLICY);
    String url = sqs.createQueue(r -> r.queueName(name).attributes(attributes)).queueUrl();
    cleanup.later(() -> sqs.deleteQueue(r -> r.queueUrl(url)));
    String arn =
        sqs.getQueueAttributes(r -> r.queueUrl(url).attributeNames(QueueAttributeName.QUEUE_ARN))
            .attributes()
            .get(QueueAttributeName.QUEUE_ARN);
    return new TestQueue(sqs, url, arn);
  }

  String arn() {
    return arn;
  }

  /** Reads and deletes so many messages, or as many as come while there is patience. */
  List<Message> receive(int count) {
    List<Message> received = new ArrayList<>();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (received.size() < count && System.nanoTime() < deadline) {
      received.addAll(poll(1));
    }
    return received;
  }

  /** What there is, within a second. */
  List<Message> poll(int seconds) {
    List<Message> messages =
        sqs.receiveMessage(
                r ->
                    r.queueUrl(url)
                        .maxNumberOfMessages(10)
                        .waitTimeSeconds(seconds)
                        .messageAttributeNames("All")
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
            .messages();
    for (Message message : messages) {
      sqs.deleteMessage(r -> r.queueUrl(url).receiptHandle(message.receiptHandle()));
    }
    return messages;
  }
}

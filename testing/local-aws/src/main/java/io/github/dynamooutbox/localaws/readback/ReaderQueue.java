package io.github.dynamooutbox.localaws.readback;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** A queue that buses and topics may send to. Used by one thread at a time. */
public final class ReaderQueue {
  private static final int WAIT_SECONDS = 1;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final String POLICY =
      """
      {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"sqs:SendMessage","Resource":"*",\
      "Principal":{"Service":["sns.amazonaws.com","events.amazonaws.com"]}}]}\
      """;

  private final SqsClient sqs;
  private final String url;
  private final String arn;

  private ReaderQueue(SqsClient sqs, String url, String arn) {
    this.sqs = sqs;
    this.url = url;
    this.arn = arn;
  }

  /** Creates the queue; a FIFO queue if its name ends in {@code .fifo}. */
  public static ReaderQueue create(SqsClient sqs, String name) {
    Map<QueueAttributeName, String> attributes = new HashMap<>();
    attributes.put(QueueAttributeName.POLICY, POLICY);
    if (name.endsWith(".fifo")) {
      attributes.put(QueueAttributeName.FIFO_QUEUE, "true");
    }
    String url = sqs.createQueue(r -> r.queueName(name).attributes(attributes)).queueUrl();
    Map<QueueAttributeName, String> made =
        sqs.getQueueAttributes(r -> r.queueUrl(url).attributeNames(QueueAttributeName.QUEUE_ARN))
            .attributes();
    String arn = Optional.ofNullable(made.get(QueueAttributeName.QUEUE_ARN)).orElseThrow();
    return new ReaderQueue(sqs, url, arn);
  }

  public String arn() {
    return arn;
  }

  /**
   * The messages that arrived since the last call. Waits up to half a minute for {@code atLeast}
   * messages; if that is not positive, up to a second for the first; and not at all for more.
   */
  public List<Message> drain(int atLeast) {
    List<Message> all = new ArrayList<>();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    List<Message> some = receive(WAIT_SECONDS);
    while (!some.isEmpty() || (all.size() < atLeast && System.nanoTime() < deadline)) {
      all.addAll(some);
      some = receive(all.size() < atLeast ? WAIT_SECONDS : 0);
    }
    return all;
  }

  /** Receives and deletes up to 10 messages; waits up to this time for the first. */
  public List<Message> receive(int waitSeconds) {
    List<Message> messages =
        sqs.receiveMessage(
                r ->
                    r.queueUrl(url)
                        .maxNumberOfMessages(10)
                        .waitTimeSeconds(waitSeconds)
                        .messageAttributeNames("All")
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
            .messages();
    for (Message message : messages) {
      sqs.deleteMessage(r -> r.queueUrl(url).receiptHandle(message.receiptHandle()));
    }
    return messages;
  }

  public void delete() {
    sqs.deleteQueue(r -> r.queueUrl(url));
  }
}

package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.LocalSqs;
import java.net.URI;
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

/** Queues for a test, at the endpoint under test or else in an ElasticMQ of its own. */
public final class QueuesUnderTest implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Optional<LocalSqs> own =
      AwsUnderTest.endpoint().isPresent() ? Optional.empty() : Optional.of(LocalSqs.start());
  private final SqsClient client =
      AwsUnderTest.configure(SqsClient.builder(), endpoint())
          .checksumValidationEnabled(false)
          .build();
  private final Map<String, String> urls = new HashMap<>();

  /** Where SQS answers. */
  public URI endpoint() {
    return own.map(LocalSqs::endpoint).or(AwsUnderTest::endpoint).orElseThrow();
  }

  /** Creates a queue, a FIFO queue if its name ends in {@code .fifo}. */
  public void create(String name) {
    create(name, Map.of());
  }

  void create(String name, Map<QueueAttributeName, String> more) {
    Map<QueueAttributeName, String> attributes = new HashMap<>(more);
    if (name.endsWith(".fifo")) {
      attributes.put(QueueAttributeName.FIFO_QUEUE, "true");
    }
    urls.put(
        name,
        client.createQueue(request -> request.queueName(name).attributes(attributes)).queueUrl());
  }

  String arn(String name) {
    return client
        .getQueueAttributes(
            request ->
                request.queueUrl(urls.get(name)).attributeNames(QueueAttributeName.QUEUE_ARN))
        .attributes()
        .get(QueueAttributeName.QUEUE_ARN);
  }

  /** Takes messages out until there are so many, or none comes for a second. */
  List<Message> take(String name, int atMost) {
    List<Message> taken = new ArrayList<>();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    List<Message> some = List.of();
    while (taken.size() < atMost && System.nanoTime() < deadline) {
      some =
          client
              .receiveMessage(
                  request ->
                      request
                          .queueUrl(urls.get(name))
                          .maxNumberOfMessages(10)
                          .waitTimeSeconds(1)
                          .messageAttributeNames("All")
                          .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
              .messages();
      if (some.isEmpty()) {
        break;
      }
      for (Message each : some) {
        client.deleteMessage(
            request -> request.queueUrl(urls.get(name)).receiptHandle(each.receiptHandle()));
      }
      taken.addAll(some);
    }
    return taken;
  }

  @Override
  public void close() {
    if (own.isEmpty()) {
      urls.values().forEach(url -> client.deleteQueue(request -> request.queueUrl(url)));
    }
    client.close();
    own.ifPresent(LocalSqs::close);
  }
}

package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.inbox.lambda.BatchAdapter;
import io.github.dynamooutbox.inbox.lambda.LambdaEvents;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/**
 * A queue with an event source mapping that reports batch item failures: what the function does not
 * report is deleted, the rest comes again.
 */
final class MappedQueue implements AutoCloseable {
  private static final int BATCH = 10;

  private final SqsClient client;
  private final String url;
  private final boolean fifo;

  /**
   * Creates the queue, or takes the one that is there.
   *
   * @param visibilitySeconds after so long, what a killed consumer had comes again
   */
  MappedQueue(URI endpoint, boolean fifo, int visibilitySeconds) {
    this.fifo = fifo;
    // ElasticMQ leaves the checksum out of some answers.
    this.client =
        AwsUnderTest.configure(SqsClient.builder(), endpoint)
            .checksumValidationEnabled(false)
            .build();
    Map<QueueAttributeName, String> attributes = new HashMap<>();
    attributes.put(QueueAttributeName.VISIBILITY_TIMEOUT, Integer.toString(visibilitySeconds));
    if (fifo) {
      attributes.put(QueueAttributeName.FIFO_QUEUE, "true");
    }
    this.url =
        client
            .createQueue(
                queue -> queue.queueName(fifo ? "totals.fifo" : "totals").attributes(attributes))
            .queueUrl();
  }

  /**
   * Sends an event.
   *
   * @param copy which repeat of it this is: a FIFO queue would drop one with the same token
   */
  void send(ReceivedEvent event, int copy) {
    client.sendMessage(
        message -> {
          message.queueUrl(url).messageBody(LambdaEvents.cloudEvent(event));
          if (fifo) {
            message
                .messageGroupId(event.aggregate().orElseThrow().toString())
                .messageDeduplicationId(event.id() + '/' + copy);
          }
        });
  }

  /** Sends events to a standard queue, ten in a request. */
  void send(List<ReceivedEvent> events) {
    for (int from = 0; from < events.size(); from += BATCH) {
      List<SendMessageBatchRequestEntry> entries = new ArrayList<>();
      for (ReceivedEvent event : events.subList(from, Math.min(events.size(), from + BATCH))) {
        entries.add(
            SendMessageBatchRequestEntry.builder()
                .id(Integer.toString(entries.size()))
                .messageBody(LambdaEvents.cloudEvent(event))
                .build());
      }
      client.sendMessageBatch(batch -> batch.queueUrl(url).entries(entries));
    }
  }

  /**
   * Polls once and calls the function, if there are messages.
   *
   * @return how many messages there were, and how many of them were reported
   */
  Polled poll(BatchAdapter function) throws IOException {
    List<Message> messages =
        client
            .receiveMessage(
                receive ->
                    receive
                        .queueUrl(url)
                        .maxNumberOfMessages(BATCH)
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
            .messages();
    if (messages.isEmpty()) {
      return new Polled(0, 0);
    }
    LambdaEvents batch = new LambdaEvents();
    messages.forEach(message -> add(batch, message));
    Set<String> reported = new HashSet<>(batch.call(function));
    answer(messages.stream().filter(each -> !reported.contains(each.messageId())).toList(), true);
    answer(messages.stream().filter(each -> reported.contains(each.messageId())).toList(), false);
    return new Polled(messages.size(), reported.size());
  }

  private void answer(List<Message> messages, boolean finished) {
    if (messages.isEmpty()) {
      return;
    }
    if (finished) {
      client.deleteMessageBatch(
          delete -> delete.queueUrl(url).entries(messages.stream().map(this::deletion).toList()));
    } else {
      client.changeMessageVisibilityBatch(
          change -> change.queueUrl(url).entries(messages.stream().map(this::comesNow).toList()));
    }
  }

  private DeleteMessageBatchRequestEntry deletion(Message message) {
    return DeleteMessageBatchRequestEntry.builder()
        .id(message.messageId())
        .receiptHandle(message.receiptHandle())
        .build();
  }

  private ChangeMessageVisibilityBatchRequestEntry comesNow(Message message) {
    return ChangeMessageVisibilityBatchRequestEntry.builder()
        .id(message.messageId())
        .receiptHandle(message.receiptHandle())
        .visibilityTimeout(0)
        .build();
  }

  private void add(LambdaEvents batch, Message message) {
    if (fifo) {
      batch.fifo(
          message.messageId(),
          message.attributes().get(MessageSystemAttributeName.MESSAGE_GROUP_ID),
          message.body());
    } else {
      batch.sqs(message.messageId(), message.body());
    }
  }

  /** Messages in the queue, those that a consumer has received included. */
  int left() {
    return client
        .getQueueAttributes(get -> get.queueUrl(url).attributeNames(QueueAttributeName.ALL))
        .attributes()
        .entrySet()
        .stream()
        .filter(it -> it.getKey().toString().startsWith("ApproximateNumberOfMessages"))
        .mapToInt(it -> Integer.parseInt(it.getValue()))
        .sum();
  }

  /** What a poll came to. */
  record Polled(int messages, int reported) {}

  @Override
  public void close() {
    client.close();
  }
}

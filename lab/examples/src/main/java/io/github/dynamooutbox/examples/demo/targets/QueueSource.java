package io.github.dynamooutbox.examples.demo.targets;

import io.github.dynamooutbox.examples.demo.targets.WatchedTarget.Acceptance;
import io.github.dynamooutbox.examples.demo.targets.WatchedTarget.Acceptances;
import io.github.dynamooutbox.examples.demo.totals.LambdaBatch;
import io.github.dynamooutbox.examples.demo.totals.OrderTotals;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * Receives messages from a queue, passes them to its consumer, and deletes those that did not fail.
 */
final class QueueSource implements Receiver.Source {
  private static final int BATCH = 10;
  private static final long PAUSE_MILLIS = 100;

  private final SqsClient sqs;
  private final String url;
  private final OrderTotals consumer;
  private final Consumer<Message> taken;

  /**
   * @param taken called with each message before it is deleted
   */
  QueueSource(SqsClient sqs, String url, OrderTotals consumer, Consumer<Message> taken) {
    this.sqs = sqs;
    this.url = url;
    this.consumer = consumer;
    this.taken = taken;
  }

  @Override
  public List<String> next() throws InterruptedException {
    List<Message> messages =
        sqs.receiveMessage(
                queue ->
                    queue
                        .queueUrl(url)
                        .maxNumberOfMessages(BATCH)
                        .messageSystemAttributeNames(
                            MessageSystemAttributeName.SENT_TIMESTAMP,
                            MessageSystemAttributeName.MESSAGE_GROUP_ID)
                        .waitTimeSeconds(1))
            .messages();
    if (messages.isEmpty()) {
      return List.of();
    }
    List<String> ids = finish(messages, consume(messages));
    if (ids.size() < BATCH) {
      // Full batches cost less than quick ones.
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    return ids;
  }

  private Set<String> consume(List<Message> messages) {
    LambdaBatch batch = new LambdaBatch();
    messages.stream().filter(it -> OrderTotals.wants(event(it))).forEach(batch::add);
    return consumer.consume(batch);
  }

  private static ReceivedEvent event(Message message) {
    return Envelopes.sqs(message.body(), Map.of());
  }

  /** Makes failed messages visible again at once, instead of after their visibility timeout. */
  private List<String> finish(List<Message> messages, Set<String> failed) {
    List<String> ids = new ArrayList<>();
    List<DeleteMessageBatchRequestEntry> handled = new ArrayList<>();
    for (Message message : messages) {
      if (failed.contains(message.messageId())) {
        sqs.changeMessageVisibility(
            change ->
                change.queueUrl(url).receiptHandle(message.receiptHandle()).visibilityTimeout(0));
      } else {
        taken.accept(message);
        ids.add(event(message).id());
        handled.add(
            DeleteMessageBatchRequestEntry.builder()
                .id(Integer.toString(handled.size()))
                .receiptHandle(message.receiptHandle())
                .build());
      }
    }
    if (!handled.isEmpty()
        && sqs.deleteMessageBatch(queue -> queue.queueUrl(url).entries(handled)).hasFailed()) {
      throw new IllegalStateException("The queue did not delete what was received");
    }
    return ids;
  }

  /**
   * What a queue has accepted: the messages received from it, by time of arrival, and those still
   * in it.
   */
  static final class QueueAcceptances implements Acceptances {
    private static final QueueAttributeName VISIBLE =
        QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES;
    private static final QueueAttributeName INVISIBLE =
        QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE;

    private final SqsClient sqs;
    private final String url;
    private final Queue<Acceptance> taken = new ConcurrentLinkedQueue<>();

    QueueAcceptances(SqsClient sqs, String url) {
      this.sqs = sqs;
      this.url = url;
    }

    /** Must be called before a message is deleted. */
    void taken(Message message) {
      String sent =
          Objects.requireNonNull(
              message.attributes().get(MessageSystemAttributeName.SENT_TIMESTAMP),
              "time of arrival");
      taken.add(
          new Acceptance(
              Envelopes.sqs(message.body(), Map.of()).id(),
              Instant.ofEpochMilli(Long.parseLong(sent))));
    }

    /** May briefly count a message twice, but always counts it at least once. */
    @Override
    public long count() {
      Map<QueueAttributeName, String> queue =
          sqs.getQueueAttributes(
                  request -> request.queueUrl(url).attributeNames(VISIBLE, INVISIBLE))
              .attributes();
      return number(queue, VISIBLE) + number(queue, INVISIBLE) + taken.size();
    }

    private static long number(
        Map<QueueAttributeName, String> queue, QueueAttributeName attribute) {
      return Long.parseLong(Objects.requireNonNull(queue.get(attribute), attribute.toString()));
    }

    @Override
    public List<Acceptance> accepted() {
      return taken.stream().sorted(Comparator.comparing(Acceptance::at)).toList();
    }
  }
}

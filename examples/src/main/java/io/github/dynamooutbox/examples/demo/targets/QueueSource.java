package io.github.dynamooutbox.examples.demo.targets;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;

/** Takes messages from a queue, and deletes them. */
final class QueueSource implements Receiver.Source {
  private static final int BATCH = 10;
  private static final long PAUSE_MILLIS = 100;

  private final SqsClient sqs;
  private final String url;
  private final UnaryOperator<String> eventIdOfBody;

  QueueSource(SqsClient sqs, String url, UnaryOperator<String> eventIdOfBody) {
    this.sqs = sqs;
    this.url = url;
    this.eventIdOfBody = eventIdOfBody;
  }

  @Override
  public List<String> next() throws InterruptedException {
    List<Message> messages =
        sqs.receiveMessage(
                queue -> queue.queueUrl(url).maxNumberOfMessages(BATCH).waitTimeSeconds(1))
            .messages();
    if (messages.isEmpty()) {
      return List.of();
    }
    List<DeleteMessageBatchRequestEntry> handled = new ArrayList<>();
    for (Message message : messages) {
      handled.add(
          DeleteMessageBatchRequestEntry.builder()
              .id(Integer.toString(handled.size()))
              .receiptHandle(message.receiptHandle())
              .build());
    }
    if (sqs.deleteMessageBatch(queue -> queue.queueUrl(url).entries(handled)).hasFailed()) {
      throw new IllegalStateException("The queue did not delete what was received");
    }
    if (messages.size() < BATCH) {
      // Full batches cost everybody less than quick ones.
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    return messages.stream().map(message -> eventIdOfBody.apply(message.body())).toList();
  }
}

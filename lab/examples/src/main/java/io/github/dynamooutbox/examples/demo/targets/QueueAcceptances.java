package io.github.dynamooutbox.examples.demo.targets;

import io.github.dynamooutbox.examples.demo.targets.WatchedTarget.Acceptance;
import io.github.dynamooutbox.examples.demo.targets.WatchedTarget.Acceptances;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * What a queue has accepted: the messages received from it, by time of arrival, and those still in
 * it.
 */
final class QueueAcceptances implements Acceptances {
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
            message.attributes().get(MessageSystemAttributeName.SENT_TIMESTAMP), "time of arrival");
    taken.add(
        new Acceptance(
            Envelopes.sqs(message.body(), Map.of()).id(),
            Instant.ofEpochMilli(Long.parseLong(sent))));
  }

  /** May briefly count a message twice, but always counts it at least once. */
  @Override
  public long count() {
    Map<QueueAttributeName, String> queue =
        sqs.getQueueAttributes(request -> request.queueUrl(url).attributeNames(VISIBLE, INVISIBLE))
            .attributes();
    return number(queue, VISIBLE) + number(queue, INVISIBLE) + taken.size();
  }

  private static long number(Map<QueueAttributeName, String> queue, QueueAttributeName attribute) {
    return Long.parseLong(Objects.requireNonNull(queue.get(attribute), attribute.toString()));
  }

  @Override
  public List<Acceptance> accepted() {
    return taken.stream().sorted(Comparator.comparing(Acceptance::at)).toList();
  }
}

package io.github.dynamooutbox.localaws.stub.internal.sns;

import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The topics that exist, by ARN. */
final class Topics {
  private final Map<String, Topic> topics = new ConcurrentHashMap<>();
  private final Account account;

  Topics(Account account) {
    this.account = account;
  }

  /** Creates a topic; an existing topic with the same attributes is returned. */
  Topic create(String name, boolean fifo, boolean contentBasedDeduplication, int maxBytes) {
    String arn = account.arn("sns", name);
    Topic topic =
        topics.computeIfAbsent(
            arn, key -> new Topic(key, fifo, contentBasedDeduplication, maxBytes));
    if (topic.fifo() != fifo
        || topic.contentBasedDeduplication() != contentBasedDeduplication
        || topic.maxBytes() != maxBytes) {
      throw QueryInput.invalidParameter(
          "Attributes Reason: Topic already exists with different attributes");
    }
    return topic;
  }

  void delete(String arn) {
    topics.remove(arn);
  }

  Topic get(String arn) {
    if (!arn.matches("arn:aws[\\w-]*:sns:[^:]*:[^:]*:[^:]+")) {
      throw QueryInput.invalidParameter("TopicArn Reason: An ARN must have at least 6 elements");
    }
    return Optional.ofNullable(topics.get(arn))
        .orElseThrow(() -> new ServiceError(404, "NotFound", "Topic does not exist"));
  }

  void unsubscribe(String subscriptionArn) {
    topics.values().forEach(topic -> topic.unsubscribe(subscriptionArn));
  }
}

package io.github.dynamooutbox.localaws.stub.internal.sns;

import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.sns.QueryEndpoint.QueryInput;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A topic with its subscriptions, and the messages that a FIFO topic accepted lately; thread-safe.
 */
final class Topic {
  private static final Duration DEDUPLICATION_WINDOW = Duration.ofMinutes(5);

  private final String arn;
  private final boolean fifo;
  private final boolean contentBasedDeduplication;
  private final int maxBytes;
  private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

  /** By deduplication id, in order of time. */
  private final Map<String, Recent> recent = new LinkedHashMap<>();

  /**
   * A queue that gets a topic's messages.
   *
   * @param raw whether it gets the bare message, with its attributes
   */
  record Subscription(String arn, String queueArn, boolean raw) {}

  /** What a publisher gets in reply to a message. */
  record Acknowledgement(String messageId, Optional<String> sequenceNumber) {}

  private record Recent(Acknowledgement answer, Instant at) {}

  Topic(String arn, boolean fifo, boolean contentBasedDeduplication, int maxBytes) {
    this.arn = arn;
    this.fifo = fifo;
    this.contentBasedDeduplication = contentBasedDeduplication;
    this.maxBytes = maxBytes;
  }

  String arn() {
    return arn;
  }

  String name() {
    return Account.nameOf(arn);
  }

  boolean fifo() {
    return fifo;
  }

  boolean contentBasedDeduplication() {
    return contentBasedDeduplication;
  }

  /** Its {@code MaximumMessageSize}. */
  int maxBytes() {
    return maxBytes;
  }

  List<Subscription> subscriptions() {
    return subscriptions;
  }

  /** Subscribes a queue; a queue that is subscribed stays so, under its first ARN. */
  synchronized Subscription subscribe(String queueArn, boolean raw) {
    for (Subscription subscription : subscriptions) {
      if (subscription.queueArn().equals(queueArn)) {
        if (subscription.raw() != raw) {
          throw QueryInput.invalidParameter(
              "Attributes Reason: Subscription already exists with different attributes");
        }
        return subscription;
      }
    }
    Subscription subscription = new Subscription(arn + ':' + UUID.randomUUID(), queueArn, raw);
    subscriptions.add(subscription);
    return subscription;
  }

  void unsubscribe(String subscriptionArn) {
    subscriptions.removeIf(subscription -> subscription.arn().equals(subscriptionArn));
  }

  /** The answer to the message that had this deduplication id within the last five minutes. */
  synchronized Optional<Acknowledgement> recent(String deduplicationId, Instant now) {
    Iterator<Recent> oldest = recent.values().iterator();
    while (oldest.hasNext() && !oldest.next().at().plus(DEDUPLICATION_WINDOW).isAfter(now)) {
      oldest.remove();
    }
    return Optional.ofNullable(recent.get(deduplicationId)).map(Recent::answer);
  }

  synchronized void remember(String deduplicationId, Acknowledgement answer, Instant now) {
    recent.put(deduplicationId, new Recent(answer, now));
  }
}

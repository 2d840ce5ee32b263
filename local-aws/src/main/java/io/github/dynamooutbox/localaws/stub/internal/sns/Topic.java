package io.github.dynamooutbox.localaws.stub.internal.sns;

import io.github.dynamooutbox.localaws.stub.internal.Account;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** A topic and its subscriptions; thread-safe. */
final class Topic {
  private final String arn;
  private final boolean fifo;
  private final boolean contentBasedDeduplication;
  private final DeduplicationWindow window = new DeduplicationWindow();
  private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

  Topic(String arn, boolean fifo, boolean contentBasedDeduplication) {
    this.arn = arn;
    this.fifo = fifo;
    this.contentBasedDeduplication = contentBasedDeduplication;
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

  DeduplicationWindow window() {
    return window;
  }

  List<Subscription> subscriptions() {
    return subscriptions;
  }

  /** Subscribes a queue; a queue that is subscribed stays so, under its first ARN. */
  synchronized Subscription subscribe(String queueArn, boolean raw) {
    for (Subscription subscription : subscriptions) {
      if (subscription.queueArn().equals(queueArn)) {
        if (subscription.raw() != raw) {
          throw Refusals.invalidParameter(
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
}

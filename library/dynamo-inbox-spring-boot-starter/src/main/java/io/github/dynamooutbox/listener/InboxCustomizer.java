package io.github.dynamooutbox.listener;

import io.awspring.cloud.sqs.listener.SqsContainerOptionsBuilder;
import io.github.dynamooutbox.inbox.InboxBuilder;
import io.github.dynamooutbox.inbox.router.EventRouter;

/**
 * A bean that sets on inboxes, routers and polling of listeners what neither a property nor the
 * annotation does. All are called, in the order of their {@code @Order}, once for each consumer.
 */
public interface InboxCustomizer {

  /** Changes an inbox, whose table, consumer and order are set. */
  default void customize(String consumer, InboxBuilder inbox) {}

  /** Changes a router, which has the consumer's methods: types to ignore, to convert. */
  default void customize(String consumer, EventRouter.Builder router) {}

  /**
   * Changes how a queue is polled: poll timeout, back-off, threads. Leave alone the listener's
   * mode, its converter and how it acknowledges: they decide what is deleted.
   */
  default void customize(String consumer, SqsContainerOptionsBuilder polling) {}
}

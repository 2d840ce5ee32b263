package io.github.dynamooutbox.inbox.router;

import io.github.dynamooutbox.inbox.EventHandler;
import io.github.dynamooutbox.inbox.InboxTransaction;
import io.github.dynamooutbox.inbox.ReceivedEvent;

/**
 * Handles events of a type; the rules of {@link EventHandler} apply.
 *
 * @param <T> the type as which payloads are read
 */
@FunctionalInterface
public interface TypedHandler<T> {
  void handle(T payload, ReceivedEvent event, InboxTransaction transaction);
}

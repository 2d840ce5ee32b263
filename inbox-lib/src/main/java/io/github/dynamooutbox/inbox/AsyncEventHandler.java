package io.github.dynamooutbox.inbox;

import java.util.concurrent.CompletionStage;

/**
 * An {@link EventHandler} that reads without blocking before it adds its writes. Thread-safe if the
 * inbox is used by several threads.
 */
@FunctionalInterface
public interface AsyncEventHandler {

  /**
   * Adds the writes for an event; the rules of {@link EventHandler#handle} apply.
   *
   * @return completed when all writes are added; until then, one thread at a time may add them. If
   *     it fails, nothing is written, and the result of the inbox fails with its exception
   */
  CompletionStage<?> handle(ReceivedEvent event, InboxTransaction transaction);
}

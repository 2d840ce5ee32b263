package io.github.dynamooutbox.inbox;

/**
 * What a consumer does with an event: adds its writes to the transaction that also notes the event
 * as handled. Thread-safe if the inbox is used by several threads.
 */
@FunctionalInterface
public interface EventHandler {

  /**
   * Adds the writes for an event. May read what it needs. Is called once for each attempt, which
   * can be more than one for an event; so it does nothing that the transaction does not undo. What
   * it throws reaches the caller of the inbox, and nothing is written.
   */
  void handle(ReceivedEvent event, InboxTransaction transaction);
}

package io.github.dynamooutbox.inbox;

/**
 * Handles an event by adding writes to the transaction that also records the event as handled.
 * Thread-safe if the inbox is used by several threads.
 */
@FunctionalInterface
public interface EventHandler {

  /**
   * Adds the writes for an event. May read what it needs. Called once for each attempt, of which an
   * event can have several, so it must have no effects outside the transaction. If it throws,
   * nothing is written, and the caller of the inbox gets the exception.
   */
  void handle(ReceivedEvent event, InboxTransaction transaction);
}

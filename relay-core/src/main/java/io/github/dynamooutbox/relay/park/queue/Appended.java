package io.github.dynamooutbox.relay.park.queue;

/** What became of events that were to be appended to a queue. */
public enum Appended {
  /** All of them are durable: progress may pass them. */
  PARKED,
  /**
   * None of them is parked, because the queue is not held any more. A redrive may have moved some
   * of its events: the view has to be read again for these lanes before anything of them is
   * published.
   */
  RELEASED
}

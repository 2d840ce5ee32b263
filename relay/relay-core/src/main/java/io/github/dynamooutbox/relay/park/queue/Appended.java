package io.github.dynamooutbox.relay.park.queue;

/** What became of events that were to be appended to a queue. */
public enum Appended {
  /** All of them are durable: progress may pass them. */
  PARKED,
  /**
   * None of them is parked, because the queue is no longer held. A redrive may have moved some of
   * its events: the view of these lanes has to be read again before any of their events is
   * published.
   */
  RELEASED
}

package io.github.dynamooutbox.inbox;

/** What to do with an event while events before it are missing. */
public enum OnGap {
  /**
   * Do nothing yet: the result is {@link HandleResult.Waiting}, and the event has to be delivered
   * again. Refused for {@link DeliveryMode#IN_ORDER}, where the event would hold up those that it
   * waits for.
   */
  WAIT,
  /**
   * Handle the event. A missing one is {@link HandleResult.Late} if it arrives after all. Needs
   * entries, because the cursor alone no longer proves what was handled.
   */
  ACCEPT,
  /**
   * Store the event in the inbox's table until the missing ones have arrived: the result is {@link
   * HandleResult.Parked}, and {@link Inbox#resume} handles it later. Whatever a target can deliver
   * can be parked: a large event is stored in several items.
   */
  PARK
}

package io.github.dynamooutbox.inbox;

/**
 * What to do with an event that arrives after later ones, if nothing proves that it was handled.
 */
public enum OnLate {
  /** Do nothing: the result is {@link HandleResult.Late}, and the caller decides. */
  REPORT,
  /**
   * Handle it out of order. Needs entries. A repeat is recognised as long as the event's entry is
   * kept, see {@link InboxBuilder#retention}; after that it would be handled again.
   */
  HANDLE
}

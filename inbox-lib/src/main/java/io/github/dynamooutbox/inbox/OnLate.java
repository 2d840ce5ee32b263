package io.github.dynamooutbox.inbox;

/** What to do with an event that comes after later ones, and was not handled as far as is known. */
public enum OnLate {
  /** Nothing: the result is {@link HandleResult.Late}, for the caller to decide. */
  REPORT,
  /**
   * Handle it, out of order. Needs entries. A repeat is recognised as long as the event's entry is
   * kept, see {@link InboxBuilder#retention}; after that it would be handled again.
   */
  HANDLE
}

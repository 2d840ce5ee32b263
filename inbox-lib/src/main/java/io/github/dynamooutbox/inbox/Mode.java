package io.github.dynamooutbox.inbox;

/** What the inbox writes for an event. */
enum Mode {
  ENTRIES(true, false),
  ENTRIES_AND_CURSOR(true, true),
  CURSOR(false, true);

  private final boolean entries;
  private final boolean cursor;

  Mode(boolean entries, boolean cursor) {
    this.entries = entries;
    this.cursor = cursor;
  }

  boolean hasEntries() {
    return entries;
  }

  boolean hasCursor() {
    return cursor;
  }
}

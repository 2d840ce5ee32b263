package io.github.dynamooutbox.operations.operate;

import java.util.List;

/**
 * What became of an aggregate's events, as far as the table, the control table and, where one was
 * read, an archive still know them.
 *
 * @param events in the order of their records' keys
 * @param unreadable the records that this version cannot read
 */
public record AggregateHistory(List<EventHistory> events, List<UnreadableRecord> unreadable) {
  public AggregateHistory {
    events = List.copyOf(events);
    unreadable = List.copyOf(unreadable);
  }

  /** Whether nothing is known of the aggregate. */
  public boolean isEmpty() {
    return events.isEmpty() && unreadable.isEmpty();
  }
}

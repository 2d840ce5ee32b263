package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.RecordKey;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a transaction has committed.
 *
 * @param records one per aggregate, in the order in which the aggregates were first named
 * @param writtenAt the outbox's clock just before the commit, to the millisecond
 */
public record CommitResult(List<CommittedRecord> records, Instant writtenAt) {
  public CommitResult {
    records = List.copyOf(records);
  }

  /** The ids of all events, in order. */
  public List<String> eventIds() {
    return records.stream().flatMap(record -> record.eventIds().stream()).toList();
  }

  /**
   * The outbox record of one aggregate.
   *
   * @param key where it is in the outbox's table
   * @param eventIds the ids of the aggregate's events, in order
   */
  public record CommittedRecord(
      AggregateKey aggregate, OptionalLong sequence, RecordKey key, List<String> eventIds) {
    public CommittedRecord {
      eventIds = List.copyOf(eventIds);
    }
  }
}

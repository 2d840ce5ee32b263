package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.RecordKey;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a transaction has committed: now, or, for a command with an idempotency key, at its first
 * commit.
 */
public sealed interface CommitResult {

  /** One per aggregate, in the order in which the aggregates were first named. */
  List<CommittedRecord> records();

  /** The outbox's clock just before the commit, to the millisecond. */
  Instant writtenAt();

  /** The ids of all events, in order. */
  default List<String> eventIds() {
    return records().stream().flatMap(record -> record.eventIds().stream()).toList();
  }

  /** The transaction was committed by this very call. */
  record Committed(List<CommittedRecord> records, Instant writtenAt) implements CommitResult {
    public Committed {
      records = List.copyOf(records);
    }
  }

  /**
   * An earlier call had committed the command already. This call wrote nothing; records, ids and
   * time are those of the first commit.
   */
  record AlreadyCommitted(List<CommittedRecord> records, Instant writtenAt)
      implements CommitResult {
    public AlreadyCommitted {
      records = List.copyOf(records);
    }
  }

  /**
   * The outbox record of one aggregate.
   *
   * @param key where it is in the outbox's table
   * @param eventIds the ids of the aggregate's events, in order
   */
  record CommittedRecord(
      AggregateKey aggregate, OptionalLong sequence, RecordKey key, List<String> eventIds) {
    public CommittedRecord {
      eventIds = List.copyOf(eventIds);
    }
  }
}

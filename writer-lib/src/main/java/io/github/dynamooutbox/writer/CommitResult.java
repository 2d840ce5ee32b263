package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.writer.internal.plan.PlannedRecord;
import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a transaction has committed: in this call or, for a command with an idempotency key, in an
 * earlier one.
 */
public sealed interface CommitResult extends Serializable {

  /** One record for each aggregate, in the order in which the aggregates were first added. */
  List<CommittedRecord> records();

  /** The outbox's clock just before the commit, to the millisecond. */
  Instant writtenAt();

  /** What the command stored for its repeats, see {@link TransactionBuilder#commandResult}. */
  Optional<String> commandResult();

  /** The ids of all events, in order. */
  default List<String> eventIds() {
    return records().stream().flatMap(record -> record.eventIds().stream()).toList();
  }

  /** The transaction was committed by this call. */
  record Committed(List<CommittedRecord> records, Instant writtenAt, Optional<String> commandResult)
      implements CommitResult {
    public Committed {
      records = List.copyOf(records);
    }

    public Committed(List<CommittedRecord> records, Instant writtenAt) {
      this(records, writtenAt, Optional.empty());
    }

    /** Leaves out the result, which does not belong in logs. */
    @Override
    public String toString() {
      return "Committed[records=" + records + ", writtenAt=" + writtenAt + ']';
    }

    private Object writeReplace() {
      return new WrittenResult(true, records, writtenAt, commandResult);
    }
  }

  /**
   * An earlier call had committed the command already. This call wrote nothing; records, ids, time
   * and result are those of the first commit.
   */
  record AlreadyCommitted(
      List<CommittedRecord> records, Instant writtenAt, Optional<String> commandResult)
      implements CommitResult {
    public AlreadyCommitted {
      records = List.copyOf(records);
    }

    public AlreadyCommitted(List<CommittedRecord> records, Instant writtenAt) {
      this(records, writtenAt, Optional.empty());
    }

    /** Leaves out the result, which does not belong in logs. */
    @Override
    public String toString() {
      return "AlreadyCommitted[records=" + records + ", writtenAt=" + writtenAt + ']';
    }

    private Object writeReplace() {
      return new WrittenResult(false, records, writtenAt, commandResult);
    }
  }

  /**
   * The outbox record of one aggregate.
   *
   * @param version the aggregate's version after the transaction, if it has one; published as
   *     {@code sequence}
   * @param key its key in the outbox's table
   * @param eventIds the ids of the aggregate's events, in order
   */
  record CommittedRecord(
      AggregateKey aggregate, OptionalLong version, RecordKey key, List<String> eventIds)
      implements Serializable {
    public CommittedRecord {
      eventIds = List.copyOf(eventIds);
    }

    static CommittedRecord of(PlannedRecord planned) {
      OutboxRecord record = planned.record();
      return new CommittedRecord(
          record.aggregate(), record.sequence(), planned.key(), ids(record.events()));
    }

    private static List<String> ids(List<OutboxEvent> events) {
      if (events.size() == 1) {
        return List.of(events.get(0).id());
      }
      List<String> ids = new ArrayList<>(events.size());
      for (OutboxEvent event : events) {
        ids.add(event.id());
      }
      return ids;
    }

    /** {@link OptionalLong} cannot be serialized. */
    private Object writeReplace() {
      return new Written(
          aggregate, version.isPresent(), version.orElse(0), key, new ArrayList<>(eventIds));
    }

    private record Written(
        AggregateKey aggregate,
        boolean hasVersion,
        long version,
        RecordKey key,
        ArrayList<String> eventIds)
        implements Serializable {
      private Object readResolve() {
        OptionalLong read = hasVersion ? OptionalLong.of(version) : OptionalLong.empty();
        return new CommittedRecord(aggregate, read, key, eventIds);
      }
    }
  }
}

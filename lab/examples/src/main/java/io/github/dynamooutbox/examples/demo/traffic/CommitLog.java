package io.github.dynamooutbox.examples.demo.traffic;

import io.github.dynamooutbox.examples.demo.check.CommittedRecord;
import io.github.dynamooutbox.writer.CommitResult;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** What the service reports as committed. Thread-safe. */
public final class CommitLog {
  private final Queue<CommittedRecord> records = new ConcurrentLinkedQueue<>();
  private final LongAdder transactions = new LongAdder();
  private final LongAdder events = new LongAdder();

  void add(CommitResult result) {
    for (CommitResult.CommittedRecord record : result.records()) {
      records.add(
          new CommittedRecord(
              record.aggregate().toString(),
              record.version().orElseThrow(),
              record.eventIds(),
              result.writtenAt()));
      events.add(record.eventIds().size());
    }
    transactions.increment();
  }

  public List<CommittedRecord> records() {
    return List.copyOf(records);
  }

  public long transactions() {
    return transactions.sum();
  }

  public long events() {
    return events.sum();
  }
}

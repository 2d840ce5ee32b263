package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.writer.CommitResult.CommittedRecord;

/** A record that is about to be committed, with its item. */
record PlannedRecord(RecordKey key, OutboxRecord record, Item item) {
  CommittedRecord committed() {
    return new CommittedRecord(
        record.aggregate(),
        record.sequence(),
        key,
        record.events().stream().map(OutboxEvent::id).toList());
  }

  @Override
  public String toString() {
    return "outbox record of " + record.aggregate();
  }
}

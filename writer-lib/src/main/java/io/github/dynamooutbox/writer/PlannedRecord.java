package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.writer.CommitResult.CommittedRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A record to be committed, with its item. */
record PlannedRecord(RecordKey key, OutboxRecord record, Map<String, AttributeValue> item) {
  CommittedRecord committed() {
    if (record.events().size() == 1) {
      return new CommittedRecord(
          record.aggregate(), record.sequence(), key, List.of(record.events().get(0).id()));
    }
    List<String> ids = new ArrayList<>(record.events().size());
    for (OutboxEvent event : record.events()) {
      ids.add(event.id());
    }
    return new CommittedRecord(record.aggregate(), record.sequence(), key, ids);
  }

  @Override
  public String toString() {
    return "outbox record of " + record.aggregate();
  }
}

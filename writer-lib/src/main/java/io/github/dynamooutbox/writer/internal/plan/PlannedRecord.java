package io.github.dynamooutbox.writer.internal.plan;

import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.RecordKey;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A record to be committed, with its item. */
public record PlannedRecord(RecordKey key, OutboxRecord record, Map<String, AttributeValue> item) {
  @Override
  public String toString() {
    return "outbox record of " + record.aggregate();
  }
}

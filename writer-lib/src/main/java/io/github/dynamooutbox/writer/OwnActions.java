package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The actions that the outbox adds to a transaction. All are on the outbox's table. */
final class OwnActions {
  private final String table;
  private final RecordCodec codec;
  private final OutboxSchema schema;

  OwnActions(String table, RecordCodec codec) {
    this.table = table;
    this.codec = codec;
    this.schema = codec.schema();
  }

  /** Also without a sequence: a record never replaces anything. */
  Action put(int index, PlannedRecord record) {
    return putNew(index, SdkItems.of(record.item()), record.toString());
  }

  Action put(int index, PlannedMarker marker) {
    return putNew(index, marker.item(), marker.toString());
  }

  private Action putNew(int index, Map<String, AttributeValue> item, String kind) {
    TransactWriteItem put =
        TransactWriteItem.builder()
            .put(
                action ->
                    action
                        .tableName(table)
                        .item(item)
                        .conditionExpression("attribute_not_exists(#key)")
                        .expressionAttributeNames(Map.of("#key", schema.partitionKey())))
            .build();
    return Action.of(index, put, table).named(kind);
  }

  /**
   * A check of the predecessor's record, which makes two transactions conflict while the first is
   * still being applied. Its condition always holds: the record may have expired, or never have
   * been there.
   */
  Optional<Action> fence(int index, OutboxRecord record) {
    OptionalLong sequence = record.sequence();
    if (!hasFence(sequence)) {
      return Optional.empty();
    }
    RecordKey predecessor = codec.key(record.aggregate(), sequence.getAsLong() - 1);
    TransactWriteItem check =
        TransactWriteItem.builder()
            .conditionCheck(
                action ->
                    action
                        .tableName(table)
                        .key(
                            Map.of(
                                schema.partitionKey(),
                                AttributeValue.fromS(predecessor.partition()),
                                schema.sortKey(),
                                AttributeValue.fromS(predecessor.sort())))
                        .conditionExpression("attribute_exists(#key) OR attribute_not_exists(#key)")
                        .expressionAttributeNames(Map.of("#key", schema.partitionKey())))
            .build();
    return Optional.of(Action.of(index, check, table).named("fence of " + record.aggregate()));
  }

  /** The first position has no predecessor, and without a sequence there are no positions. */
  static boolean hasFence(OptionalLong sequence) {
    return sequence.isPresent() && sequence.getAsLong() > 0;
  }
}

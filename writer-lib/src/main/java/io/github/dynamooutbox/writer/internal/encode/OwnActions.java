package io.github.dynamooutbox.writer.internal.encode;

import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.writer.internal.plan.Action;
import io.github.dynamooutbox.writer.internal.plan.Action.Label;
import io.github.dynamooutbox.writer.internal.plan.Actions;
import io.github.dynamooutbox.writer.internal.plan.PlannedMarker;
import io.github.dynamooutbox.writer.internal.plan.PlannedRecord;
import io.github.dynamooutbox.writer.internal.plan.TableName;
import io.github.dynamooutbox.writer.internal.size.Expressions;
import io.github.dynamooutbox.writer.internal.size.LargestSizes;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The actions that the outbox adds to a transaction. All are on the outbox's table. */
public final class OwnActions {
  /**
   * Always true, because the predecessor's record may have expired or never have existed. The check
   * is there to make two transactions conflict while the first is still being applied.
   */
  private static final String ORDER_CHECK = "attribute_exists(#key) OR attribute_not_exists(#key)";

  private final String table;
  private final RecordCodec codec;
  private final OutboxSchema schema;
  private final Actions actions;
  private final String plainTable;
  private final Map<String, String> names;
  private final Expressions isNew;
  private final long largestIsNew;
  private final long largestOrderCheck;

  public OwnActions(String table, RecordCodec codec) {
    this.table = table;
    this.codec = codec;
    this.schema = codec.schema();
    this.actions = new Actions(table, schema);
    this.plainTable = TableName.of(table);
    this.names = Map.of("#key", schema.partitionKey());
    this.isNew = new Expressions(null, "attribute_not_exists(#key)", names, Map.of());
    this.largestIsNew = isNew.largestSize(0);
    this.largestOrderCheck = new Expressions(null, ORDER_CHECK, names, Map.of()).largestSize(0);
  }

  /**
   * Puts a record under the condition that the key is free, even without a version: a record never
   * replaces anything.
   */
  public Action put(int index, PlannedRecord record) {
    return putNew(index, record.item(), record)
        .boundedBy(LargestSizes.of(record.key(), record.record(), schema), largestIsNew);
  }

  public Action put(int index, PlannedMarker marker) {
    return putNew(index, marker.item(), marker)
        .boundedBy(LargestSizes.of(marker.key(), marker.marker(), schema), largestIsNew);
  }

  private Action putNew(int index, Map<String, AttributeValue> item, Object kind) {
    Put put =
        Put.builder()
            .tableName(table)
            .item(item)
            .conditionExpression(isNew.condition())
            .expressionAttributeNames(isNew.names())
            .build();
    return new Action(
        index,
        new Label(kind, ""),
        plainTable,
        TransactWriteItem.builder().put(put).build(),
        item,
        isNew,
        schema);
  }

  /** Checks the record of the version before, if there can be one. */
  public Optional<Action> orderCheck(int index, OutboxRecord record) {
    OptionalLong version = record.sequence();
    if (!hasOrderCheck(version)) {
      return Optional.empty();
    }
    RecordKey predecessor = codec.key(record.aggregate(), version.getAsLong() - 1);
    ConditionCheck check =
        ConditionCheck.builder()
            .tableName(table)
            .key(
                Map.of(
                    schema.partitionKey(), AttributeValue.fromS(predecessor.partition()),
                    schema.sortKey(), AttributeValue.fromS(predecessor.sort())))
            .conditionExpression(ORDER_CHECK)
            .expressionAttributeNames(names)
            .build();
    return Optional.of(
        actions
            .check(
                index,
                TransactWriteItem.builder().conditionCheck(check).build(),
                new OrderCheck(record))
            .boundedBy(LargestSizes.ofKey(predecessor, schema), largestOrderCheck));
  }

  /** The first version has no predecessor, and without versions there is no order to keep. */
  public static boolean hasOrderCheck(OptionalLong version) {
    return version.isPresent() && version.getAsLong() > 0;
  }

  private record OrderCheck(OutboxRecord record) {
    @Override
    public String toString() {
      return "strict order check of " + record.aggregate();
    }
  }
}

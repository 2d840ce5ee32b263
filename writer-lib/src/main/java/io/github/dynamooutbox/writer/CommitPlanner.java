package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** From a draft to the request, or to the exception that says why there can be none. */
final class CommitPlanner {
  private final String table;
  private final OutboxSchema schema;
  private final InstantSource clock;
  private final RecordAssembler assembler;
  private final TransactionRules rules;

  CommitPlanner(OutboxSettings settings) {
    this.table = settings.records().table();
    this.schema = settings.records().schema();
    this.clock = settings.clock();
    RecordCodec codec = new RecordCodec(schema);
    this.assembler = new RecordAssembler(settings, codec);
    this.rules = new TransactionRules(table, codec);
  }

  String table() {
    return table;
  }

  CommitPlan plan(TransactionDraft draft) {
    rules.checkDraft(draft);
    Instant writtenAt = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    List<PlannedRecord> records = assembler.assemble(draft, writtenAt);
    List<Action> actions = new ArrayList<>(draft.actions());
    for (PlannedRecord record : records) {
      actions.add(Action.of(actions.size(), put(record), table).named(record.toString()));
    }
    rules.checkPlan(actions, records);
    return new CommitPlan(
        request(actions.stream().map(Action::item).toList()),
        new CommitResult(records.stream().map(PlannedRecord::committed).toList(), writtenAt),
        actions,
        draft.actions().size(),
        records);
  }

  /** Also without a sequence: a record never replaces anything. */
  private TransactWriteItem put(PlannedRecord record) {
    Put put =
        Put.builder()
            .tableName(table)
            .item(SdkItems.of(record.item()))
            .conditionExpression("attribute_not_exists(#key)")
            .expressionAttributeNames(Map.of("#key", schema.partitionKey()))
            .build();
    return TransactWriteItem.builder().put(put).build();
  }

  /** The token makes the SDK's retries of this one call safe; it is never used again. */
  private static TransactWriteItemsRequest request(List<TransactWriteItem> items) {
    return TransactWriteItemsRequest.builder()
        .transactItems(items)
        .clientRequestToken(UUID.randomUUID().toString())
        .build();
  }
}

package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.CommandMarkers;
import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.writer.internal.check.DistinctItems;
import io.github.dynamooutbox.writer.internal.encode.OwnActions;
import io.github.dynamooutbox.writer.internal.plan.Action;
import io.github.dynamooutbox.writer.internal.plan.PlannedRecord;
import io.github.dynamooutbox.writer.internal.plan.TableName;
import io.github.dynamooutbox.writer.internal.size.ItemShape;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The rules and limits that are checked before anything is sent. */
final class TransactionRules {
  /** DynamoDB: "Actions in a transaction". */
  private static final int MAX_ACTIONS = 100;

  /** DynamoDB: 400 KB for each item. */
  private static final int MAX_ITEM_BYTES = 400 * 1024;

  /** DynamoDB: 4 MB for each transaction. */
  private static final int MAX_TRANSACTION_BYTES = 4 * 1024 * 1024;

  private final String table;
  private final RecordCodec codec;
  private final boolean strictOrder;
  private final KeyRules keys;
  private final DistinctItems distinct;

  TransactionRules(String table, RecordCodec codec, boolean strictOrder) {
    this.strictOrder = strictOrder;
    this.table = TableName.of(table);
    this.codec = codec;
    this.keys = new KeyRules(this.table, codec.schema());
    this.distinct = new DistinctItems(this.table, codec.schema());
  }

  /** Checks what does not depend on serialised payloads. */
  void checkDraft(TransactionDraft draft) {
    int records = draft.aggregates().size();
    if (records == 0 && (draft.needsEvents() || draft.actions().isEmpty())) {
      throw new InvalidTransactionException(
          new Violation.NoEvents("transaction on table " + table));
    }
    if (draft.commandResult().isPresent() && draft.command().isEmpty()) {
      throw new InvalidTransactionException(
          new Violation.InvalidText(
              "the result of the command", "is set without an idempotency key"));
    }
    checkCount(
        draft.actions().size(), records, draft.command().isPresent() ? 1 : 0, orderChecks(draft));
    for (Action action : draft.actions()) {
      checkAction(action);
    }
  }

  private int orderChecks(TransactionDraft draft) {
    return strictOrder
        ? (int)
            draft.aggregates().stream()
                .filter(it -> OwnActions.hasOrderCheck(it.aggregate().version()))
                .count()
        : 0;
  }

  private void checkCount(int actions, int records, int markers, int orderChecks) {
    if (actions + records + markers + orderChecks > MAX_ACTIONS) {
      throw new InvalidTransactionException(
          new Violation.TooManyActions(table, actions, records, markers, orderChecks, MAX_ACTIONS));
    }
  }

  private void checkAction(Action action) {
    checkTypes(action, action.largestItem(), action.attributes());
    checkTypes(action, action.largestExpressions(), action.values());
    keys.check(action);
    if (action.writes() && action.table().equals(table)) {
      checkOutsideOfOutbox(action);
    }
  }

  /** Looks for the value only if there is one without a type, and so no bound of the size. */
  private static void checkTypes(
      Action action, long largestSize, Map<String, AttributeValue> values) {
    if (largestSize < 0) {
      throw new InvalidTransactionException(
          new Violation.UntypedValue(ActionRef.of(action).toString(), ItemShape.untypedIn(values)));
    }
  }

  /** A relay takes every item with the outbox's prefix for a record, and would stop at this one. */
  private void checkOutsideOfOutbox(Action action) {
    SdkItem item = new SdkItem(action.attributes());
    if (codec.isOutbox(item)) {
      throw new InvalidTransactionException(
          new Violation.ReservedKey(ActionRef.of(action).toString(), codec.schema().prefix()));
    }
    if (CommandMarkers.isMarker(item, codec.schema())) {
      throw new InvalidTransactionException(
          new Violation.ReservedKey(ActionRef.of(action).toString(), CommandMarkers.PREFIX));
    }
  }

  /**
   * @param actions all actions: the caller's, then the records, then the others that the outbox
   *     adds
   */
  void checkPlan(List<Action> actions, int callersActions, List<PlannedRecord> records) {
    for (int i = 0; i < records.size(); i++) {
      checkRecord(actions.get(callersActions + i), records.get(i));
    }
    checkEventIds(records);
    Optional<DistinctItems.Pair> same = distinct.same(actions, callersActions);
    if (same.isPresent()) {
      throw new InvalidTransactionException(
          new Violation.SameItem(
              ActionRef.of(same.get().action()).toString(),
              ActionRef.of(same.get().other()).toString()));
    }
    checkSizes(actions);
  }

  /** Counts exactly only if an upper bound exceeds a limit. */
  private void checkSizes(List<Action> actions) {
    long largest = 0;
    for (Action action : actions) {
      long item = action.largestItem();
      if (item > MAX_ITEM_BYTES && action.itemSize() > MAX_ITEM_BYTES) {
        throw new InvalidTransactionException(
            new Violation.ItemTooLarge(
                ActionRef.of(action).toString(), action.itemSize(), MAX_ITEM_BYTES));
      }
      largest += item + action.largestExpressions();
    }
    if (largest > MAX_TRANSACTION_BYTES) {
      long total = actions.stream().mapToLong(Action::size).sum();
      if (total > MAX_TRANSACTION_BYTES) {
        throw new InvalidTransactionException(
            new Violation.TransactionTooLarge(table, total, MAX_TRANSACTION_BYTES));
      }
    }
  }

  private void checkRecord(Action action, PlannedRecord record) {
    String partition = record.key().partition();
    long key =
        ItemShape.largestSize(partition) > FormatLimits.MAX_PARTITION_KEY_BYTES
            ? RecordSize.utf8Length(partition)
            : 0;
    if (key > FormatLimits.MAX_PARTITION_KEY_BYTES) {
      throw new InvalidTransactionException(
          new Violation.KeyTooLong(
              "outbox record of an aggregate of type " + record.record().aggregate().type(),
              codec.schema().partitionKey(),
              key,
              FormatLimits.MAX_PARTITION_KEY_BYTES));
    }
    long size = action.largestItem() > FormatLimits.MAX_RECORD_BYTES ? action.itemSize() : 0;
    if (size > FormatLimits.MAX_RECORD_BYTES) {
      throw new InvalidTransactionException(
          new Violation.RecordTooLarge(
              record.record().aggregate(),
              record.record().events().stream().map(TransactionRules::size).toList(),
              size,
              FormatLimits.MAX_RECORD_BYTES));
    }
  }

  private static Violation.EventSize size(OutboxEvent event) {
    return new Violation.EventSize(event.id(), event.type(), RecordSize.of(event));
  }

  private static void checkEventIds(List<PlannedRecord> records) {
    if (records.size() == 1 && records.get(0).record().events().size() == 1) {
      return;
    }
    Set<String> ids = new HashSet<>();
    for (PlannedRecord record : records) {
      for (OutboxEvent event : record.record().events()) {
        if (!ids.add(event.id())) {
          throw new InvalidTransactionException(
              new Violation.DuplicateEventId(record.record().aggregate(), event.id()));
        }
      }
    }
  }

  /**
   * Checks that keys are complete, of the right type, and neither empty nor too long. In the
   * outbox's table the schema says which attributes are the key; elsewhere that is known for all
   * actions but puts.
   */
  private static final class KeyRules {
    private final String outboxTable;
    private final OutboxSchema schema;

    KeyRules(String outboxTable, OutboxSchema schema) {
      this.outboxTable = outboxTable;
      this.schema = schema;
    }

    void check(Action action) {
      if (action.table().equals(outboxTable)) {
        checkOutboxTable(action);
      } else if (!action.isPut()) {
        // It is not known which of them is the partition key, so the greater limit applies.
        action
            .attributes()
            .forEach(
                (name, value) ->
                    checkValue(action, name, value, FormatLimits.MAX_PARTITION_KEY_BYTES));
      }
    }

    private void checkOutboxTable(Action action) {
      checkText(action, schema.partitionKey(), FormatLimits.MAX_PARTITION_KEY_BYTES);
      checkText(action, schema.sortKey(), FormatLimits.MAX_SORT_KEY_BYTES);
      if (!action.isPut()) {
        for (String name : action.attributes().keySet()) {
          if (!name.equals(schema.partitionKey()) && !name.equals(schema.sortKey())) {
            throw invalid(action, name, "is not part of the table's key");
          }
        }
      }
    }

    private static void checkText(Action action, String name, int limit) {
      Map<String, AttributeValue> attributes = action.attributes();
      AttributeValue value = attributes.get(name);
      if (value == null) {
        throw invalid(action, name, "is missing");
      }
      if (value.type() != AttributeValue.Type.S) {
        throw invalid(
            action, name, "is of type " + value.type() + "; the outbox's table has keys of type S");
      }
      checkValue(action, name, value, limit);
    }

    private static void checkValue(Action action, String name, AttributeValue value, int limit) {
      switch (value.type()) {
        case N -> {
          // Numbers are never too long.
        }
        case S -> checkLength(action, name, length(value.s(), limit), limit);
        case B -> checkLength(action, name, value.b().asByteArrayUnsafe().length, limit);
        default ->
            throw invalid(action, name, "is of type " + value.type() + "; keys are S, N or B");
      }
    }

    /** Counts bytes only near the limit. */
    private static long length(String text, int limit) {
      return ItemShape.largestSize(text) > limit ? RecordSize.utf8Length(text) : text.length();
    }

    private static void checkLength(Action action, String name, long bytes, int limit) {
      if (bytes == 0) {
        throw invalid(action, name, "is empty");
      }
      if (bytes > limit) {
        throw new InvalidTransactionException(
            new Violation.KeyTooLong(ActionRef.of(action).toString(), name, bytes, limit));
      }
    }

    private static InvalidTransactionException invalid(Action action, String name, String problem) {
      return new InvalidTransactionException(
          new Violation.InvalidKey(ActionRef.of(action).toString(), name, problem));
    }
  }
}

package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.CommandMarkers;
import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordSize;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The rules and limits that are checked before anything is sent. */
final class TransactionRules {
  /** DynamoDB: "Actions in a transaction". */
  private static final int MAX_ACTIONS = 100;

  /** DynamoDB: 400 KB an item. */
  private static final int MAX_ITEM_BYTES = 400 * 1024;

  /** DynamoDB: 4 MB a transaction. */
  private static final int MAX_TRANSACTION_BYTES = 4 * 1024 * 1024;

  private final String table;
  private final RecordCodec codec;
  private final boolean strictOrder;
  private final KeyRules keys;
  private final DistinctItems distinct;

  TransactionRules(String table, RecordCodec codec, boolean strictOrder) {
    this.strictOrder = strictOrder;
    this.table = table;
    this.codec = codec;
    this.keys = new KeyRules(table, codec.schema());
    this.distinct = new DistinctItems(table, codec.schema());
  }

  /** What can be checked before payloads are serialised. */
  void checkDraft(TransactionDraft draft) {
    int records = draft.aggregates().size();
    if (records == 0) {
      throw new InvalidTransactionException(
          new Violation.NoEvents("transaction on table " + table));
    }
    checkCount(draft.actions().size(), records, draft.command().isPresent() ? 1 : 0, fences(draft));
    draft.actions().forEach(this::checkAction);
  }

  private int fences(TransactionDraft draft) {
    return strictOrder
        ? (int)
            draft.aggregates().stream()
                .filter(it -> OwnActions.hasFence(it.aggregate().sequence()))
                .count()
        : 0;
  }

  private void checkCount(int actions, int records, int markers, int fences) {
    var tooMany =
        new Violation.TooManyActions(table, actions, records, markers, fences, MAX_ACTIONS);
    if (tooMany.total() > MAX_ACTIONS) {
      throw new InvalidTransactionException(tooMany);
    }
  }

  private void checkAction(Action action) {
    keys.check(action);
    if (action.writes() && action.table().equals(table)) {
      checkOutsideOfOutbox(action);
    }
  }

  /** A relay takes whatever has the outbox's prefix for a record, and would stop at this item. */
  private void checkOutsideOfOutbox(Action action) {
    SdkItemView item = new SdkItemView(action.attributes());
    if (codec.isOutbox(item)) {
      throw new InvalidTransactionException(
          new Violation.ReservedKey(action.toString(), codec.schema().prefix()));
    }
    if (CommandMarkers.isMarker(item, codec.schema())) {
      throw new InvalidTransactionException(
          new Violation.ReservedKey(action.toString(), CommandMarkers.PREFIX));
    }
  }

  /**
   * @param actions all of them, the outbox's own included
   */
  void checkPlan(List<Action> actions, List<PlannedRecord> records) {
    Set<String> eventIds = new HashSet<>();
    for (PlannedRecord record : records) {
      checkRecord(record);
      checkEventIds(record, eventIds);
    }
    distinct.check(actions);
    long total = 0;
    for (Action action : actions) {
      long item = action.itemSize();
      if (item > MAX_ITEM_BYTES) {
        throw new InvalidTransactionException(
            new Violation.ItemTooLarge(action.toString(), item, MAX_ITEM_BYTES));
      }
      total += action.size();
    }
    if (total > MAX_TRANSACTION_BYTES) {
      throw new InvalidTransactionException(
          new Violation.TransactionTooLarge(table, total, MAX_TRANSACTION_BYTES));
    }
  }

  private void checkRecord(PlannedRecord record) {
    long key = RecordSize.utf8Length(record.key().partition());
    if (key > FormatLimits.MAX_PARTITION_KEY_BYTES) {
      throw new InvalidTransactionException(
          new Violation.KeyTooLong(
              "outbox record of an aggregate of type " + record.record().aggregate().type(),
              codec.schema().partitionKey(),
              key,
              FormatLimits.MAX_PARTITION_KEY_BYTES));
    }
    long size = RecordSize.of(record.item());
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

  private static void checkEventIds(PlannedRecord record, Set<String> ids) {
    for (OutboxEvent event : record.record().events()) {
      if (!ids.add(event.id())) {
        throw new InvalidTransactionException(
            new Violation.DuplicateEventId(record.record().aggregate(), event.id()));
      }
    }
  }
}

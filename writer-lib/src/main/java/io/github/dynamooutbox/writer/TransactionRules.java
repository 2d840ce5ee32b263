package io.github.dynamooutbox.writer;

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

  TransactionRules(String table, RecordCodec codec) {
    this.table = table;
    this.codec = codec;
  }

  /** What can be checked before payloads are serialised. */
  void checkDraft(TransactionDraft draft) {
    int records = draft.aggregates().size();
    if (records == 0) {
      throw new InvalidTransactionException(
          "transaction on table " + table + ": raises no events; add some with events(...)");
    }
    int actions = draft.actions().size();
    if (actions + records > MAX_ACTIONS) {
      throw new InvalidTransactionException(
          "transaction on table "
              + table
              + ": "
              + actions
              + " actions and "
              + records
              + " outbox records are more than the "
              + MAX_ACTIONS
              + " that DynamoDB takes;"
              + " split it");
    }
    draft.actions().forEach(this::checkOutsideOfOutbox);
    new DistinctItems(table, codec.schema()).check(draft.actions());
  }

  /** A relay takes whatever has the outbox's prefix for a record, and would stop at this item. */
  private void checkOutsideOfOutbox(Action action) {
    if (action.writes()
        && action.table().equals(table)
        && codec.isOutbox(new SdkItemView(action.attributes()))) {
      throw new InvalidTransactionException(
          action
              + ": its key starts with "
              + codec.schema().prefix()
              + ", which is the outbox's; records are written through events(...) only");
    }
  }

  void checkRecords(TransactionDraft draft, List<PlannedRecord> records) {
    long total = 0;
    for (Action action : draft.actions()) {
      long size = action.size();
      if (size > MAX_ITEM_BYTES) {
        throw new InvalidTransactionException(
            action + ": the item has " + size + " bytes; DynamoDB takes " + MAX_ITEM_BYTES);
      }
      total += size + RecordSize.of(new SdkItemView(action.values()));
    }
    Set<String> eventIds = new HashSet<>();
    for (PlannedRecord record : records) {
      total += checkRecord(record);
      checkEventIds(record, eventIds);
    }
    if (total > MAX_TRANSACTION_BYTES) {
      throw new InvalidTransactionException(
          "transaction on table "
              + table
              + ": has "
              + total
              + " bytes; DynamoDB takes "
              + MAX_TRANSACTION_BYTES
              + "; split it");
    }
  }

  private static long checkRecord(PlannedRecord record) {
    long keySize = RecordSize.utf8Length(record.key().partition());
    if (keySize > FormatLimits.MAX_PARTITION_KEY_BYTES) {
      throw new InvalidTransactionException(
          "outbox record of an aggregate of type "
              + record.record().aggregate().type()
              + ": type and id make a key of "
              + keySize
              + " bytes; DynamoDB takes "
              + FormatLimits.MAX_PARTITION_KEY_BYTES);
    }
    long size = RecordSize.of(record.item());
    if (size > FormatLimits.MAX_RECORD_BYTES) {
      throw new InvalidTransactionException(
          record
              + ": its "
              + record.record().events().size()
              + " events make "
              + size
              + " bytes; a record takes "
              + FormatLimits.MAX_RECORD_BYTES
              + "; keep large payloads elsewhere, and publish where they are");
    }
    return size;
  }

  private static void checkEventIds(PlannedRecord record, Set<String> ids) {
    for (OutboxEvent event : record.record().events()) {
      if (!ids.add(event.id())) {
        throw new InvalidTransactionException(
            record + ": the event id " + event.id() + " is there twice; ids are unique");
      }
    }
  }
}

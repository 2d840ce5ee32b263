package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.writer.TransactionDraft.AggregateEvents;
import java.time.Instant;
import java.util.List;

/** From the events of a draft to the records that carry them, one per aggregate. */
final class RecordAssembler {
  private final RecordDefaults defaults;
  private final RecordCodec codec;
  private final EventAssembler events;
  private final EventIdGenerator recordIds;
  private final TraceSource traces = TraceSource.onClassPath();

  RecordAssembler(OutboxSettings settings, RecordCodec codec) {
    this.defaults = settings.records();
    this.codec = codec;
    this.events = new EventAssembler(settings.serializer(), settings.eventIds());
    // Not the caller's generator: record keys without a sequence must sort by time.
    this.recordIds = EventIdGenerator.uuidV7(settings.clock());
  }

  List<PlannedRecord> assemble(TransactionDraft draft, Instant writtenAt) {
    CommitContext context = draft.context().commitContext(defaults, writtenAt, traces);
    return draft.aggregates().stream().map(aggregate -> record(aggregate, context)).toList();
  }

  private PlannedRecord record(AggregateEvents aggregate, CommitContext context) {
    Instant writtenAt = context.writtenAt();
    OutboxRecord record =
        new OutboxRecord(
            aggregate.aggregate().key(),
            aggregate.aggregate().sequence(),
            complete(aggregate, writtenAt),
            context,
            writtenAt.plus(defaults.retention()),
            Item.empty());
    RecordKey key = key(record);
    return new PlannedRecord(key, record, codec.encode(key, record));
  }

  private List<OutboxEvent> complete(AggregateEvents given, Instant now) {
    return given.events().stream()
        .map(event -> events.assemble(given.aggregate().key(), event, now))
        .toList();
  }

  private RecordKey key(OutboxRecord record) {
    return record.sequence().isPresent()
        ? codec.key(record.aggregate(), record.sequence().getAsLong())
        : codec.key(record.aggregate(), recordIds.nextId());
  }
}

package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.sdk.SdkAttributes;
import io.github.dynamooutbox.writer.OutboxSettings.RecordDefaults;
import io.github.dynamooutbox.writer.PayloadSerializer.Serialized;
import io.github.dynamooutbox.writer.TransactionDraft.AggregateEvents;
import io.github.dynamooutbox.writer.internal.plan.PlannedRecord;
import io.github.dynamooutbox.writer.internal.plan.TraceSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Builds the records of a draft, one for each aggregate with events. */
final class RecordAssembler {
  private final RecordDefaults defaults;
  private final BiFunction<RecordKey, OutboxRecord, Map<String, AttributeValue>> encoder;
  private final RecordCodec codec;
  private final PayloadRules rules;
  private final EventAssembler events;
  private final TraceSource traces = TraceSource.onClassPath();

  RecordAssembler(OutboxSettings settings, RecordCodec codec) {
    this.defaults = settings.records();
    this.codec = codec;
    this.encoder = codec.compressing(new SdkAttributes(), settings.compressFrom());
    this.rules = new PayloadRules(settings.targets());
    this.events =
        new EventAssembler(
            settings.serializer(), settings.eventTypes(), settings.eventIds(), rules);
  }

  /**
   * @param unique key of records without a version; unique to this commit, and sorts by time
   */
  List<PlannedRecord> assemble(
      TransactionDraft draft, Instant writtenAt, String unique, Uploads uploads) {
    if (draft.aggregates().isEmpty()) {
      return List.of();
    }
    CommitContext context = draft.context().commitContext(defaults, writtenAt, traces);
    List<PlannedRecord> records = new ArrayList<>(draft.aggregates().size());
    for (AggregateEvents aggregate : draft.aggregates()) {
      records.add(record(aggregate, context, unique, uploads));
    }
    return records;
  }

  private PlannedRecord record(
      AggregateEvents aggregate, CommitContext context, String unique, Uploads uploads) {
    Instant writtenAt = context.writtenAt();
    OutboxRecord record =
        new OutboxRecord(
            aggregate.aggregate().key(),
            aggregate.aggregate().version(),
            complete(aggregate, writtenAt, uploads),
            context,
            writtenAt.plus(defaults.retention()),
            Item.empty());
    rules.checkTargets(record);
    RecordKey key = key(record, unique);
    return new PlannedRecord(key, record, encoder.apply(key, record));
  }

  private List<OutboxEvent> complete(AggregateEvents given, Instant now, Uploads uploads) {
    if (given.events().size() == 1) {
      return List.of(events.assemble(given.aggregate(), given.events().get(0), now, uploads));
    }
    List<OutboxEvent> complete = new ArrayList<>(given.events().size());
    for (Event event : given.events()) {
      complete.add(events.assemble(given.aggregate(), event, now, uploads));
    }
    return complete;
  }

  private RecordKey key(OutboxRecord record, String unique) {
    return record.sequence().isPresent()
        ? codec.key(record.aggregate(), record.sequence().getAsLong())
        : codec.key(record.aggregate(), unique);
  }

  /** Completes a caller's event: serialises its payload and fills in defaults. */
  private static final class EventAssembler {
    private final PayloadSerializer serializer;
    private final EventTypeResolver types;
    private final EventIdGenerator ids;
    private final PayloadRules rules;

    EventAssembler(
        PayloadSerializer serializer,
        EventTypeResolver types,
        EventIdGenerator ids,
        PayloadRules rules) {
      this.types = types;
      this.serializer = serializer;
      this.ids = ids;
      this.rules = rules;
    }

    OutboxEvent assemble(Aggregate aggregate, Event given, Instant now, Uploads uploads) {
      Event event = given.typed(types);
      EventContent.Ready content =
          event
              .content()
              .ready(
                  (payload, previous) -> serialize(aggregate, event, payload, previous),
                  event.type());
      OutboxEvent complete =
          new OutboxEvent(
              event.id().isPresent() ? event.id().get() : ids.nextId(),
              event.type(),
              event.time().orElse(now),
              content.contentType(),
              event.schema(),
              content.data(),
              content.previous(),
              event.headers());
      OutboxEvent stored = uploads.offload(complete);
      rules.check(aggregate.key(), complete, stored);
      return stored;
    }

    private Serialized serialize(
        Aggregate aggregate, Event event, Object payload, boolean previous) {
      try {
        return Checks.notNull(
            "the result of the payload serializer",
            serializer.serialize(
                payload,
                new PayloadContext(aggregate.key(), aggregate.version(), event.type(), previous)));
      } catch (RuntimeException e) {
        throw PayloadSerializationException.of(aggregate.key(), event, payload, e);
      }
    }
  }
}

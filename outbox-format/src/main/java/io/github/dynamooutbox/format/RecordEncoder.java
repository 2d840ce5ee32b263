package io.github.dynamooutbox.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** From a record to its item. */
final class RecordEncoder {
  private final OutboxSchema schema;
  private final Set<String> known;

  RecordEncoder(OutboxSchema schema) {
    this.schema = schema;
    this.known = schema.recordAttributes();
  }

  Item encode(RecordKey key, OutboxRecord record) {
    OutboxRecord.CommitContext context = record.context();
    Item.Builder item = Item.builder();
    item.put(schema.partitionKey(), key.partition());
    item.put(schema.sortKey(), key.sort());
    item.put(RecordAttributes.VERSION, RecordCodec.VERSION);
    item.put(RecordAttributes.AGGREGATE_TYPE, record.aggregate().type());
    item.put(RecordAttributes.AGGREGATE_ID, record.aggregate().id());
    record.sequence().ifPresent(number -> item.put(RecordAttributes.SEQUENCE, number));
    item.put(RecordAttributes.EVENTS, Attribute.list(events(record.events())));
    item.put(RecordAttributes.SOURCE, context.source());
    item.put(RecordAttributes.WRITTEN_AT, context.writtenAt().toEpochMilli());
    item.put(RecordAttributes.REGION, context.region());
    put(item, RecordAttributes.TRACEPARENT, context.traceparent());
    put(item, RecordAttributes.TRACESTATE, context.tracestate());
    put(item, RecordAttributes.CORRELATION_ID, context.correlationId());
    put(item, RecordAttributes.CAUSATION_ID, context.causationId());
    put(item, RecordAttributes.TENANT, context.tenant());
    put(item, RecordAttributes.USER, context.user());
    item.put(schema.ttlAttribute(), record.expiresAt().getEpochSecond());
    putUnknown(item, record.unknown(), known);
    return item.build();
  }

  private static List<Attribute> events(List<OutboxEvent> events) {
    List<Attribute> encoded = new ArrayList<>(events.size());
    for (OutboxEvent event : events) {
      encoded.add(Attribute.map(event(event)));
    }
    return encoded;
  }

  static Item event(OutboxEvent event) {
    Item.Builder item = Item.builder();
    item.put(RecordAttributes.EVENT_ID, event.id());
    item.put(RecordAttributes.EVENT_TYPE, event.type());
    item.put(RecordAttributes.EVENT_TIME, event.time().toEpochMilli());
    item.put(RecordAttributes.CONTENT_TYPE, event.contentType());
    put(item, RecordAttributes.SCHEMA, event.schema());
    item.put(RecordAttributes.DATA, payload(event.data()));
    event.previous().ifPresent(previous -> item.put(RecordAttributes.PREVIOUS, payload(previous)));
    if (!event.headers().isEmpty()) {
      item.put(RecordAttributes.HEADERS, headers(event.headers()));
    }
    putUnknown(item, event.unknown(), RecordAttributes.OF_EVENT);
    return item.build();
  }

  private static Attribute headers(Map<String, String> headers) {
    Item.Builder item = Item.builder();
    headers.forEach(item::put);
    return Attribute.map(item.build());
  }

  private static Attribute payload(Payload payload) {
    return payload instanceof Payload.Text text
        ? Attribute.string(text.text())
        : Attribute.ownedBinary(payload.toBytes());
  }

  private static void put(Item.Builder item, String name, Optional<String> text) {
    text.ifPresent(present -> item.put(name, present));
  }

  private static void putUnknown(Item.Builder item, ItemView unknown, Set<String> known) {
    Item.copyOf(unknown)
        .asMap()
        .forEach(
            (name, value) -> {
              if (known.contains(name)) {
                throw new IllegalArgumentException(
                    "unknown attribute \"" + name + "\": the format has an attribute of this name");
              }
              item.put(name, value);
            });
  }
}

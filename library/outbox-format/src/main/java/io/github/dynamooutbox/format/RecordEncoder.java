package io.github.dynamooutbox.format;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Writes a record as an item.
 *
 * @param <V> the attribute value of the item
 */
final class RecordEncoder<V> {
  private static final int ATTRIBUTES_OF_A_RECORD = 18;
  private static final int ATTRIBUTES_OF_AN_EVENT = 8;

  private final OutboxSchema schema;
  private final Set<String> known;
  private final AttributeFactory<V> values;
  private final PayloadEncoder<V> payloads;
  private final V version;
  private final V latest;
  private final Repeated<V> expiry;

  RecordEncoder(OutboxSchema schema, PayloadEncoder<V> payloads) {
    this.schema = schema;
    this.known = schema.recordAttributes();
    this.values = payloads.values();
    this.payloads = payloads;
    this.version = values.number(Integer.toString(RecordCodec.VERSION));
    this.latest = values.number(Integer.toString(RecordCodec.LATEST));
    this.expiry = new Repeated<>(values);
  }

  Map<String, V> encode(RecordKey key, OutboxRecord record) {
    OutboxRecord.CommitContext context = record.context();
    Map<String, V> item = sized(ATTRIBUTES_OF_A_RECORD);
    AtomicBoolean isLatest = new AtomicBoolean();
    V writtenAt = number(context.writtenAt().toEpochMilli());
    V events = events(record.events(), new Time<>(context.writtenAt(), writtenAt), isLatest);
    item.put(schema.partitionKey(), values.string(key.partition()));
    item.put(schema.sortKey(), values.string(key.sort()));
    item.put(RecordAttributes.VERSION, isLatest.get() ? latest : version);
    item.put(RecordAttributes.AGGREGATE_TYPE, values.common(record.aggregate().type()));
    item.put(RecordAttributes.AGGREGATE_ID, values.string(record.aggregate().id()));
    if (record.sequence().isPresent()) {
      item.put(RecordAttributes.SEQUENCE, number(record.sequence().getAsLong()));
    }
    item.put(RecordAttributes.EVENTS, events);
    item.put(RecordAttributes.SOURCE, values.common(context.source()));
    item.put(RecordAttributes.WRITTEN_AT, writtenAt);
    item.put(RecordAttributes.REGION, values.common(context.region()));
    context
        .attributes()
        .forEach((attribute, text) -> item.put(attribute.itemName(), values.string(text)));
    item.put(schema.ttlAttribute(), expiry.of(record.expiresAt().getEpochSecond()));
    putUnknown(item, record.unknown(), known);
    return item;
  }

  /** A time in its encoded form. Kept because most events have the time of their record. */
  private record Time<V>(Instant time, V value) {}

  private V events(List<OutboxEvent> events, Time<V> writtenAt, AtomicBoolean isLatest) {
    List<V> encoded = new ArrayList<>(events.size());
    for (OutboxEvent event : events) {
      V time =
          event.time().equals(writtenAt.time())
              ? writtenAt.value()
              : number(event.time().toEpochMilli());
      encoded.add(values.map(event(event, time, isLatest)));
    }
    return values.list(encoded);
  }

  Map<String, V> event(OutboxEvent event) {
    return event(event, number(event.time().toEpochMilli()), new AtomicBoolean());
  }

  private Map<String, V> event(OutboxEvent event, V time, AtomicBoolean isLatest) {
    Map<String, V> item = sized(ATTRIBUTES_OF_AN_EVENT);
    item.put(RecordAttributes.EVENT_ID, values.string(event.id()));
    item.put(RecordAttributes.EVENT_TYPE, values.common(event.type()));
    item.put(RecordAttributes.EVENT_TIME, time);
    item.put(RecordAttributes.CONTENT_TYPE, values.common(event.contentType()));
    put(item, RecordAttributes.SCHEMA, event.schema());
    item.put(RecordAttributes.DATA, payloads.encode(event.data(), isLatest));
    if (event.previous().isPresent()) {
      item.put(RecordAttributes.PREVIOUS, payloads.encode(event.previous().get(), isLatest));
    }
    if (!event.headers().isEmpty()) {
      item.put(RecordAttributes.HEADERS, headers(event.headers()));
    }
    putUnknown(item, event.unknown(), RecordAttributes.OF_EVENT);
    return item;
  }

  private V headers(Map<String, String> headers) {
    Map<String, V> item = sized(headers.size());
    for (Map.Entry<String, String> header : headers.entrySet()) {
      item.put(header.getKey(), values.string(header.getValue()));
    }
    return values.map(item);
  }

  private V number(long number) {
    return values.number(Long.toString(number));
  }

  private void put(Map<String, V> item, String name, Optional<String> text) {
    if (text.isPresent()) {
      item.put(name, values.string(text.get()));
    }
  }

  private void putUnknown(Map<String, V> item, ItemView unknown, Set<String> taken) {
    for (String name : unknown.names()) {
      if (taken.contains(name)) {
        throw new IllegalArgumentException(
            "unknown attribute \"" + name + "\": the format has an attribute of this name");
      }
      item.put(name, values.copyOf(Objects.requireNonNull(unknown.get(name), name)));
    }
  }

  /** A map with room for exactly these attributes: most of the cost of a map is its memory. */
  private static <V> Map<String, V> sized(int attributes) {
    return new LinkedHashMap<>(attributes * 4 / 3 + 1);
  }
}

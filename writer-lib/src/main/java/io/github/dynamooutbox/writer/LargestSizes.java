package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.CommandMarker;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordKey;
import java.util.Map;
import java.util.Optional;

/**
 * The greatest sizes that the outbox's own items can have, in bytes, from what they are made of:
 * that is much less than their attributes. Generous by some hundred bytes; exact sizes are counted
 * near a limit only.
 */
final class LargestSizes {
  /**
   * Names of attributes, numbers, and what maps and lists take: of a record 202, of a marker 171.
   */
  private static final long ITEM = 256;

  /** The same of an event, 172; of a record in a marker, 84; and of an id in either, 1. */
  private static final long PART = 256;

  /** A length and a hash. */
  private static final long REFERENCE = 128;

  private LargestSizes() {}

  static long ofKey(RecordKey key, OutboxSchema schema) {
    return ItemShape.largestSize(key.partition())
        + ItemShape.largestSize(key.sort())
        + ItemShape.largestSize(schema.partitionKey())
        + ItemShape.largestSize(schema.sortKey());
  }

  static long of(RecordKey key, OutboxRecord record, OutboxSchema schema) {
    CommitContext context = record.context();
    long size =
        ITEM
            + ofKey(key, schema)
            + ItemShape.largestSize(schema.ttlAttribute())
            + ItemShape.largestSize(record.aggregate().type())
            + ItemShape.largestSize(record.aggregate().id())
            + ItemShape.largestSize(context.source())
            + ItemShape.largestSize(context.region())
            + of(context.traceparent())
            + of(context.tracestate())
            + of(context.correlationId())
            + of(context.causationId())
            + of(context.tenant())
            + of(context.user());
    for (OutboxEvent event : record.events()) {
      size += of(event);
    }
    return size;
  }

  private static long of(OutboxEvent event) {
    long size =
        PART
            + ItemShape.largestSize(event.id())
            + ItemShape.largestSize(event.type())
            + ItemShape.largestSize(event.contentType())
            + of(event.schema())
            + of(event.data());
    if (event.previous().isPresent()) {
      size += of(event.previous().get());
    }
    for (Map.Entry<String, String> header : event.headers().entrySet()) {
      size += 1 + ItemShape.largestSize(header.getKey()) + ItemShape.largestSize(header.getValue());
    }
    return size;
  }

  /** Compressed, it is smaller. */
  private static long of(Payload payload) {
    return payload.fold(
        text -> ItemShape.largestSize(text.text()),
        bytes -> (long) bytes.size(),
        reference -> REFERENCE + ItemShape.largestSize(reference.uri()));
  }

  private static long of(Optional<String> text) {
    return text.isPresent() ? ItemShape.largestSize(text.get()) : 0;
  }

  static long of(RecordKey key, CommandMarker marker, OutboxSchema schema) {
    long size =
        ITEM
            + ofKey(key, schema)
            + ItemShape.largestSize(schema.ttlAttribute())
            + ItemShape.largestSize(marker.fingerprint())
            + ItemShape.largestSize(marker.source());
    for (CommandMarker.MarkedRecord record : marker.records()) {
      size +=
          PART
              + ItemShape.largestSize(record.aggregate().type())
              + ItemShape.largestSize(record.aggregate().id())
              + ItemShape.largestSize(record.key().sort());
      for (String id : record.eventIds()) {
        size += 1 + ItemShape.largestSize(id);
      }
    }
    return size;
  }
}

package io.github.dynamooutbox.writer.internal.size;

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
 * Upper bounds of the sizes of the outbox's own items, in bytes. They are computed from records and
 * markers, which is much less to visit than the attributes. Too high by some hundred bytes; exact
 * sizes are counted only near a limit.
 */
public final class LargestSizes {
  /**
   * Bound of attribute names, numbers, and the overhead of maps and lists: 202 in a record, 171 in
   * a marker.
   */
  private static final long ITEM = 256;

  /** The same for parts: 172 in an event, 84 in a record of a marker, and 1 for an id in either. */
  private static final long PART = 256;

  /** Bound of length, hash and type. */
  private static final long REFERENCE = 128;

  private LargestSizes() {}

  public static long ofKey(RecordKey key, OutboxSchema schema) {
    return ItemShape.largestSize(key.partition())
        + ItemShape.largestSize(key.sort())
        + ItemShape.largestSize(schema.partitionKey())
        + ItemShape.largestSize(schema.sortKey());
  }

  public static long of(RecordKey key, OutboxRecord record, OutboxSchema schema) {
    CommitContext context = record.context();
    long size =
        ITEM
            + ofKey(key, schema)
            + ItemShape.largestSize(schema.ttlAttribute())
            + ItemShape.largestSize(record.aggregate().type())
            + ItemShape.largestSize(record.aggregate().id())
            + ItemShape.largestSize(context.source())
            + ItemShape.largestSize(context.region());
    for (String text : context.attributes().values()) {
      size += ItemShape.largestSize(text);
    }
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

  /** Holds for compressed payloads, too, which are smaller. */
  private static long of(Payload payload) {
    return payload.fold(
        text -> ItemShape.largestSize(text.text()),
        bytes -> (long) bytes.size(),
        reference -> REFERENCE + ItemShape.largestSize(reference.uri()));
  }

  private static long of(Optional<String> text) {
    return text.isPresent() ? ItemShape.largestSize(text.get()) : 0;
  }

  public static long of(RecordKey key, CommandMarker marker, OutboxSchema schema) {
    long size =
        ITEM
            + ofKey(key, schema)
            + ItemShape.largestSize(schema.ttlAttribute())
            + ItemShape.largestSize(marker.fingerprint())
            + ItemShape.largestSize(marker.source())
            + of(marker.result());
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

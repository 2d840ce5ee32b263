package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.format.AttributeType;
import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Records of one shard that are sent together, in stream order, and their content.
 *
 * @param name the shard's name in the function that received them
 * @param records the outbox records to publish, and what has other keys than configured
 * @param events the events of the records that can be decoded
 * @param positions the positions of all records, by their keys
 * @param unreadable keys of records that cannot be decoded
 * @param prefix what partition keys begin with
 */
record FailedChunk(
    String name,
    List<StreamRecord> records,
    List<Envelope> events,
    Map<RecordKey, StreamPosition> positions,
    List<RecordKey> unreadable,
    String prefix) {

  /**
   * Decodes records.
   *
   * @param regions the regions whose records the relay publishes; empty: all
   */
  static FailedChunk of(
      String name, List<StreamRecord> all, RecordCodec codec, Set<String> regions) {
    FailedChunk chunk =
        new FailedChunk(
            name,
            new ArrayList<>(),
            new ArrayList<>(),
            new HashMap<>(),
            new ArrayList<>(),
            codec.schema().prefix());
    Set<StreamPosition> seen = new HashSet<>();
    all.stream()
        .sorted(Comparator.comparing(StreamRecord::position))
        .filter(record -> concernsRelay(record, codec))
        .filter(record -> seen.add(record.position()))
        .forEach(record -> chunk.add(record, codec, regions));
    return chunk;
  }

  /** A record with other keys is passed on: the relay halts at it, and nothing counts as done. */
  private static boolean concernsRelay(StreamRecord record, RecordCodec codec) {
    return !codec.hasKeys(record.keys())
        || (record.change() == ChangeType.INSERT && codec.isOutbox(record.keys()));
  }

  /** The record's aggregate, as lanes name it. */
  String aggregate(RecordKey key) {
    return key.partition().substring(prefix.length());
  }

  private void add(StreamRecord record, RecordCodec codec, Set<String> regions) {
    if (!codec.hasKeys(record.keys())) {
      records.add(record);
      return;
    }
    RecordKey key =
        new RecordKey(
            text(record.keys(), codec.schema().partitionKey()),
            text(record.keys(), codec.schema().sortKey()));
    boolean isOurs =
        record
            .newImage()
            .map(codec::decode)
            .map(
                result ->
                    result.fold(
                        decoded -> add(record.position(), key, decoded.record(), regions),
                        newer -> unreadable.add(key),
                        malformed -> unreadable.add(key)))
            .orElseGet(() -> unreadable.add(key));
    if (isOurs) {
      records.add(record);
      positions.put(key, record.position());
    }
  }

  private boolean add(
      StreamPosition position, RecordKey key, OutboxRecord record, Set<String> regions) {
    if (!regions.isEmpty() && !regions.contains(record.context().region())) {
      return false;
    }
    for (int index = 0; index < record.events().size(); index++) {
      events.add(new Envelope(position, key, record, index));
    }
    return true;
  }

  private static String text(ItemView item, String name) {
    AttributeView value = item.get(name);
    return value == null || value.type() != AttributeType.S ? "" : value.string();
  }
}

package io.github.dynamooutbox.relay.decode;

import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.render.EventInRecord;
import io.github.dynamooutbox.relay.stream.StreamPosition;

/**
 * An event on its way through the relay, with its record.
 *
 * @param position the record's position in its shard
 * @param key the record's key in the table
 * @param record the record as committed
 * @param index the event's index in the record, from 0
 */
public record Envelope(StreamPosition position, RecordKey key, OutboxRecord record, int index)
    implements EventInRecord {}

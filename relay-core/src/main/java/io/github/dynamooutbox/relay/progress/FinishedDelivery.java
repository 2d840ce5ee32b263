package io.github.dynamooutbox.relay.progress;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;

/**
 * One event that is done for one target.
 *
 * @param position where the event's record stands in its shard
 * @param record the record's key: a position is unique in its shard only, and a host may not know
 *     the shard
 * @param index the event's place in the record
 * @param target the target's name
 */
public record FinishedDelivery(
    StreamPosition position, RecordKey record, int index, String target) {}

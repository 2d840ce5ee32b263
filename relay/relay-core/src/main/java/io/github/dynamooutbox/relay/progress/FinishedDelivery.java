package io.github.dynamooutbox.relay.progress;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;

/**
 * An event that is finished for one target.
 *
 * @param position the position of the event's record in its shard
 * @param record the record's key: a position is unique only within its shard, and a host may not
 *     know the shard
 * @param index the event's index in the record
 * @param target the target's name
 */
public record FinishedDelivery(
    StreamPosition position, RecordKey record, int index, String target) {}

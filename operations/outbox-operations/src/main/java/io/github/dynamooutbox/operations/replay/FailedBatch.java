package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;

/**
 * A batch that Lambda has abandoned, as described by the object that its event source mapping
 * wrote.
 *
 * @param name the object's key
 * @param at when Lambda abandoned it
 * @param condition why, in Lambda's terms, for example {@code RetryAttemptsExhausted}
 * @param invocations how often the function was invoked with it, approximately
 * @param shard the stream's shard
 * @param first the first record's position in the shard
 * @param records how many records of the stream it has, outbox records or not
 */
public record FailedBatch(
    String name,
    Instant at,
    String condition,
    int invocations,
    String shard,
    StreamPosition first,
    int records) {}

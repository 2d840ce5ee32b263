package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import java.util.OptionalLong;

/**
 * What a serializer may need to know about a payload: a schema registry names schemas by event
 * type, for example, and encryption may use a key for each aggregate.
 *
 * @param version the aggregate's version after the transaction, if it has one
 * @param eventType the event's type
 * @param previous true for the state before the event, false for its payload
 */
public record PayloadContext(
    AggregateKey aggregate, OptionalLong version, String eventType, boolean previous) {}

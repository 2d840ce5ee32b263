package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import java.util.OptionalLong;

/**
 * What a serializer may want to know beside the payload: a schema registry names schemas by type,
 * encryption uses a key for each aggregate.
 *
 * @param version the aggregate's version after the transaction, where it has one
 * @param eventType the event's type
 * @param previous whether it is the state before the event, and not its payload
 */
public record PayloadContext(
    AggregateKey aggregate, OptionalLong version, String eventType, boolean previous) {}

package io.github.dynamooutbox.format;

import java.io.Serializable;

/**
 * The primary key of an outbox record.
 *
 * @param partition value of the partition key, for example {@code OUTBOX#Order#42}
 * @param sort value of the sort key: the zero-padded sequence, or a UUIDv7
 */
public record RecordKey(String partition, String sort) implements Serializable {}

package io.github.dynamooutbox.operations.audit;

import io.github.dynamooutbox.format.RecordKey;
import java.time.Instant;

/**
 * An event that was committed, without its content.
 *
 * @param record its record's key
 * @param index its index in the record; -1 for a record that cannot be read
 * @param id its id; empty for a record that cannot be read
 * @param type its type; empty for a record that cannot be read
 * @param writtenAt when its record was written, by the writer's clock
 * @param expiresAt when TTL may delete the record, at the earliest
 */
public record CommittedEvent(
    RecordKey record, int index, String id, String type, Instant writtenAt, Instant expiresAt) {}

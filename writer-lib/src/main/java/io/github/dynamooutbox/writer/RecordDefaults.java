package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.OutboxSchema;
import java.time.Duration;

/**
 * The settings that all records of an outbox share.
 *
 * @param table the outbox's table
 * @param actionsTable the table of the caller's actions that name none
 */
record RecordDefaults(
    String table,
    String actionsTable,
    String source,
    String region,
    Duration retention,
    Duration commandRetention,
    boolean strictOrder,
    OutboxSchema schema) {}

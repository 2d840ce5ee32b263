package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.OutboxSchema;
import java.time.Duration;

/**
 * What all transactions of an outbox have in common.
 *
 * @param table the outbox's
 * @param actionsTable where the caller's actions go that name no table
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

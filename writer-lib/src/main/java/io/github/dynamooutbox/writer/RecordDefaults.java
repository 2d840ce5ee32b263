package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.OutboxSchema;
import java.time.Duration;

/** What all records of an outbox have in common. */
record RecordDefaults(
    String table, String source, String region, Duration retention, OutboxSchema schema) {}

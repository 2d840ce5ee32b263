package io.github.dynamooutbox.aws;

import io.github.dynamooutbox.format.OutboxSchema;

/**
 * The table that holds the outbox records.
 *
 * @param name the table's name
 * @param schema how its outbox records are named
 */
public record TableConfig(String name, OutboxSchema schema) {}

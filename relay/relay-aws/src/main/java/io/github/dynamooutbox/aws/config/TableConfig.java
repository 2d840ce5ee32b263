package io.github.dynamooutbox.aws.config;

import io.github.dynamooutbox.format.OutboxSchema;

/**
 * The table that holds the outbox records.
 *
 * @param name the table's name
 * @param schema names of keys and attributes of its outbox records
 */
public record TableConfig(String name, OutboxSchema schema) {}

package io.github.dynamooutbox.operations.operate;

/**
 * A record in the table that this version cannot read.
 *
 * @param sort its sort key
 * @param problem why it cannot be read, without its content
 */
public record UnreadableRecord(String sort, String problem) {}

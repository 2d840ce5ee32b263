package io.github.dynamooutbox.format;

/**
 * How outbox records are named in a table, so that they fit a table that already exists. Writer,
 * relay and infrastructure must agree on it.
 *
 * @param partitionKey name of the table's partition key attribute (type S), default {@code PK}
 * @param sortKey name of the table's sort key attribute (type S), default {@code SK}
 * @param prefix what every outbox record's partition key value starts with, default {@code OUTBOX#}
 * @param ttlAttribute name of the attribute that the table's TTL reads, default {@code ttl}
 */
public record OutboxSchema(
    String partitionKey, String sortKey, String prefix, String ttlAttribute) {
  private static final OutboxSchema DEFAULT = new OutboxSchema("PK", "SK", "OUTBOX#", "ttl");

  public static OutboxSchema defaults() {
    return DEFAULT;
  }
}

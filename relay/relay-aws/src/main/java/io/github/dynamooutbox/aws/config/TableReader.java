package io.github.dynamooutbox.aws.config;

import io.github.dynamooutbox.aws.targets.TextRule;
import io.github.dynamooutbox.format.OutboxSchema;
import java.util.Optional;

/** Reads {@code table}. */
final class TableReader {
  /** DynamoDB API reference, CreateTable. */
  static final TextRule TABLE_NAME =
      TextRule.of("[A-Za-z0-9_.-]{3,255}", "a table name: 3 to 255 letters, digits, _ . and -");

  private static final TextRule ATTRIBUTE = TextRule.of(".{1,255}", "1 to 255 characters");

  private TableReader() {}

  static Optional<TableConfig> read(JsonFields table) {
    OutboxSchema defaults = OutboxSchema.defaults();
    if (!table.has("name")) {
      table.missing("name", "the name of the table that holds the outbox records");
    }
    Optional<String> name = table.text("name", TABLE_NAME);
    String partitionKey = table.text("partitionKey", ATTRIBUTE, defaults.partitionKey());
    String sortKey = table.text("sortKey", ATTRIBUTE, defaults.sortKey());
    String prefix = table.text("prefix", ATTRIBUTE, defaults.prefix());
    String ttl = table.text("ttlAttribute", ATTRIBUTE, defaults.ttlAttribute());
    table.refuseOthers();
    try {
      OutboxSchema schema = new OutboxSchema(partitionKey, sortKey, prefix, ttl);
      return name.map(given -> new TableConfig(given, schema));
    } catch (IllegalArgumentException e) {
      table.problemHere(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }
}

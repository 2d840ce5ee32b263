package io.github.dynamooutbox.aws.config;

import static io.github.dynamooutbox.aws.keys.Key.Reader.BOTH;

import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.aws.keys.TextRule;
import io.github.dynamooutbox.format.OutboxSchema;
import java.util.Optional;

/** Declares and reads {@code table}. */
final class TableReader {
  /** DynamoDB API reference, CreateTable. */
  static final TextRule TABLE_NAME =
      TextRule.of("[A-Za-z0-9_.-]{3,255}", "a table name: 3 to 255 letters, digits, _ . and -");

  /** The same, of attributes. */
  static final TextRule ATTRIBUTE = TextRule.ofLength(1, 255);

  static final Section KEYS = Section.of("The table that holds the outbox records.");

  private static final OutboxSchema DEFAULTS = OutboxSchema.defaults();

  private static final Key<String> NAME =
      KEYS.add(
          Key.text("name", TABLE_NAME)
              .required("the name of the table that holds the outbox records")
              .readBy(BOTH)
              .about("The table's name."));

  private static final Key<String> PARTITION_KEY =
      KEYS.add(
          Key.text("partitionKey", ATTRIBUTE)
              .byDefault(DEFAULTS.partitionKey())
              .readBy(BOTH)
              .about("Name of the table's partition key attribute, of type S."));

  private static final Key<String> SORT_KEY =
      KEYS.add(
          Key.text("sortKey", ATTRIBUTE)
              .byDefault(DEFAULTS.sortKey())
              .readBy(BOTH)
              .about("Name of the table's sort key attribute, of type S."));

  private static final Key<String> PREFIX =
      KEYS.add(
          Key.text("prefix", ATTRIBUTE)
              .byDefault(DEFAULTS.prefix())
              .readBy(BOTH)
              .about("What the partition key value of every outbox record starts with."));

  private static final Key<String> TTL =
      KEYS.add(
          Key.text("ttlAttribute", ATTRIBUTE)
              .byDefault(DEFAULTS.ttlAttribute())
              .readBy(BOTH)
              .about("Name of the attribute that the table's TTL reads."));

  private TableReader() {}

  static Optional<TableConfig> read(JsonFields table) {
    Optional<String> name = table.find(NAME);
    String partitionKey = table.get(PARTITION_KEY);
    String sortKey = table.get(SORT_KEY);
    String prefix = table.get(PREFIX);
    String ttl = table.get(TTL);
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

package io.github.dynamooutbox.format;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Names of attributes and keys of outbox records, so that they fit into an existing table. Writer,
 * relay and infrastructure must agree on it.
 *
 * <p>The three names must differ from each other and from the attributes of records and command
 * markers, and have 1 to 255 bytes (DynamoDB's limit for names of key attributes). The prefix must
 * be distinguishable from that of command markers, {@code OUTBOX-COMMAND#}. Otherwise the
 * constructor throws {@link IllegalArgumentException}.
 *
 * @param partitionKey name of the table's partition key attribute (type S), default {@code PK}
 * @param sortKey name of the table's sort key attribute (type S), default {@code SK}
 * @param prefix prefix of every outbox record's partition key value, default {@code OUTBOX#}
 * @param ttlAttribute name of the table's TTL attribute, default {@code ttl}
 */
public record OutboxSchema(
    String partitionKey, String sortKey, String prefix, String ttlAttribute) {
  private static final int MAX_NAME_BYTES = 255;
  private static final int MAX_PREFIX_BYTES = 255;
  private static final OutboxSchema DEFAULT = new OutboxSchema("PK", "SK", "OUTBOX#", "ttl");

  public OutboxSchema {
    checkName("partitionKey", partitionKey);
    checkName("sortKey", sortKey);
    checkName("ttlAttribute", ttlAttribute);
    checkDistinct("sortKey", sortKey, "partitionKey", partitionKey);
    checkDistinct("ttlAttribute", ttlAttribute, "partitionKey", partitionKey);
    checkDistinct("ttlAttribute", ttlAttribute, "sortKey", sortKey);
    checkPrefix(prefix);
  }

  public static OutboxSchema defaults() {
    return DEFAULT;
  }

  /**
   * The type in DynamoDB ({@code S}, {@code N} or {@code L}) that an attribute has in records under
   * this schema, or in the markers of idempotency keys; empty if neither has one of this name.
   */
  public Optional<String> attributeType(String name) {
    if (CommandMarkers.OF_MARKER.contains(name)) {
      return Optional.of(name.equals(CommandMarkers.RECORDS) ? "L" : "S");
    }
    if (!recordAttributes().contains(name)) {
      return Optional.empty();
    }
    return Optional.of(
        name.equals(ttlAttribute) ? "N" : RecordAttributes.OTHER_TYPES.getOrDefault(name, "S"));
  }

  /** The names of all attributes that a record can have under this schema. */
  Set<String> recordAttributes() {
    Set<String> names = new HashSet<>(RecordAttributes.OF_RECORD);
    names.add(partitionKey);
    names.add(sortKey);
    names.add(ttlAttribute);
    return Set.copyOf(names);
  }

  private static void checkName(String what, String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("outbox schema: " + what + " is empty");
    }
    if (RecordSize.utf8Length(name) > MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "outbox schema: " + what + " has more than " + MAX_NAME_BYTES + " bytes");
    }
    checkFree(what, name, RecordAttributes.OF_RECORD, "the record");
    checkFree(what, name, CommandMarkers.OF_MARKER, "the command marker");
  }

  private static void checkFree(String what, String name, Set<String> taken, String by) {
    if (taken.contains(name)) {
      throw new IllegalArgumentException(
          "outbox schema: " + what + " \"" + name + "\": " + by + " has an attribute of this name");
    }
  }

  private static void checkDistinct(String what, String name, String other, String otherName) {
    if (name.equals(otherName)) {
      throw new IllegalArgumentException(
          "outbox schema: " + what + " \"" + name + "\": " + other + " has the same name");
    }
  }

  private static void checkPrefix(String prefix) {
    if (prefix.isEmpty()) {
      throw new IllegalArgumentException(
          "outbox schema: prefix is empty, so every item would be an outbox record");
    }
    if (RecordSize.utf8Length(prefix) > MAX_PREFIX_BYTES) {
      throw new IllegalArgumentException(
          "outbox schema: prefix has more than " + MAX_PREFIX_BYTES + " bytes");
    }
    if (CommandMarkers.PREFIX.startsWith(prefix) || prefix.startsWith(CommandMarkers.PREFIX)) {
      throw new IllegalArgumentException(
          "outbox schema: prefix \""
              + prefix
              + "\": cannot be distinguished from command markers, which start with "
              + CommandMarkers.PREFIX);
    }
  }
}

package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The table, with the names of the configuration.
 *
 * @param tableArn an existing table, about which nothing is changed
 * @param streamArn the existing table's stream
 * @param kmsKeyArn the customer key that encrypts the existing table
 * @param retain whether new tables stay when the stack is removed
 * @param replication where copies are
 */
public record TableSettings(
    String name,
    String partitionKey,
    String sortKey,
    String prefix,
    String ttlAttribute,
    Optional<String> tableArn,
    Optional<String> streamArn,
    Optional<String> kmsKeyArn,
    Encryption encryption,
    boolean deletionProtection,
    boolean retain,
    Replication replication) {

  /**
   * Where copies of the table are.
   *
   * @param regions that this stack's table is replicated to
   * @param isReplica whether the table is a copy that another region's stack makes
   */
  public record Replication(List<String> regions, boolean isReplica) {
    static final Replication NONE = new Replication(List.of(), false);

    public Replication {
      regions = List.copyOf(regions);
    }
  }

  /** Whose key encrypts. */
  public enum Encryption {
    AWS_OWNED,
    AWS_MANAGED,
    CUSTOMER
  }

  static TableSettings of(JsonNode table, JsonNode deployed, Replication replication) {
    return new TableSettings(
        table.path("name").asText(),
        text(table, "partitionKey").orElse("PK"),
        text(table, "sortKey").orElse("SK"),
        text(table, "prefix").orElse("OUTBOX#"),
        text(table, "ttlAttribute").orElse("ttl"),
        text(deployed, "tableArn"),
        text(deployed, "streamArn"),
        text(deployed, "kmsKeyArn"),
        Encryption.valueOf(
            deployed.path("encryption").asText().replace('-', '_').toUpperCase(Locale.ROOT)),
        deployed.path("deletionProtection").asBoolean(),
        deployed.path("retain").asBoolean(),
        replication);
  }

  static Optional<String> text(JsonNode node, String key) {
    return node.has(key) ? Optional.of(node.path(key).asText()) : Optional.empty();
  }
}

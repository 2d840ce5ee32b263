package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.format.OutboxSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.kms.IKey;

/**
 * The table, with the names of the configuration.
 *
 * @param tableArn an existing table, which is not changed
 * @param streamArn the existing table's stream
 * @param kmsKeyArn the customer key that encrypts the existing table, or is to encrypt new ones
 * @param retain whether new tables stay when the stack is removed
 * @param shape indexes and capacity of a new table
 * @param replication where there are copies
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
    Shape shape,
    Replication replication) {

  /**
   * Indexes and capacity of a new table.
   *
   * @param indexes global secondary indexes: by name, the names of their key attributes
   * @param units provisioned capacity; empty: on demand
   */
  public record Shape(Map<String, List<String>> indexes, Optional<Units> units) {
    static final Shape PLAIN = new Shape(Map.of(), Optional.empty());

    public Shape {
      indexes = Collections.unmodifiableMap(new TreeMap<>(indexes));
    }

    static Shape of(JsonNode deployed) {
      Map<String, List<String>> indexes = new TreeMap<>();
      deployed
          .path("indexes")
          .properties()
          .forEach(
              index ->
                  indexes.put(
                      index.getKey(),
                      Stream.of("partitionKey", "sortKey")
                          .flatMap(key -> text(index.getValue(), key).stream())
                          .toList()));
      return new Shape(
          indexes,
          deployed.has("maxReadUnits")
              ? Optional.of(
                  new Units(
                      deployed.path("maxReadUnits").asInt(),
                      deployed.path("maxWriteUnits").asInt()))
              : Optional.empty());
    }
  }

  /**
   * Provisioned capacity that follows the traffic.
   *
   * @param maxRead maximum read units a second
   * @param maxWrite maximum write units a second
   */
  public record Units(int maxRead, int maxWrite) {}

  /**
   * Where there are copies of the table.
   *
   * @param regions that this stack's table is replicated to
   * @param isReplica whether the table is a copy that another region's stack creates
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
        table.path("partitionKey").asText(),
        table.path("sortKey").asText(),
        table.path("prefix").asText(),
        table.path("ttlAttribute").asText(),
        text(deployed, "tableArn"),
        text(deployed, "streamArn"),
        text(deployed, "kmsKeyArn"),
        Encryption.valueOf(
            deployed.path("encryption").asText().replace('-', '_').toUpperCase(Locale.ROOT)),
        deployed.path("deletionProtection").asBoolean(),
        deployed.path("retain").asBoolean(),
        Shape.of(deployed),
        replication);
  }

  /**
   * An existing table with the standard names of attributes.
   *
   * @throws ConfigException if it has no stream, or if one of the same app lacks something else
   */
  public static TableSettings of(ITable table) {
    OutboxSchema names = OutboxSchema.defaults();
    TableSettings settings =
        new TableSettings(
            table.getTableName(),
            names.partitionKey(),
            names.sortKey(),
            names.prefix(),
            names.ttlAttribute(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Encryption.AWS_MANAGED,
            true,
            true,
            Shape.PLAIN,
            Replication.NONE);
    List<String> problems = new ArrayList<>();
    TableShape.of(table).ifPresent(shape -> TableChecks.shape(shape, settings, problems::add));
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
    return settings.existing(table);
  }

  /** The same names of attributes, in a table that exists. */
  TableSettings existing(ITable table) {
    String stream = table.getTableStreamArn();
    if (stream == null) {
      throw new ConfigException(List.of(TableChecks.NO_STREAM));
    }
    return new TableSettings(
        table.getTableName(),
        partitionKey,
        sortKey,
        prefix,
        ttlAttribute,
        Optional.of(table.getTableArn()),
        Optional.of(stream),
        Optional.ofNullable(table.getEncryptionKey()).map(IKey::getKeyArn),
        encryption,
        deletionProtection,
        retain,
        shape,
        replication);
  }

  /** New, encrypted with a key that exists. */
  TableSettings encryptedWith(IKey key) {
    return new TableSettings(
        name,
        partitionKey,
        sortKey,
        prefix,
        ttlAttribute,
        tableArn,
        streamArn,
        Optional.of(key.getKeyArn()),
        Encryption.CUSTOMER,
        deletionProtection,
        retain,
        shape,
        replication);
  }

  static Optional<String> text(JsonNode node, String key) {
    return node.has(key) ? Optional.of(node.path(key).asText()) : Optional.empty();
  }
}

package io.github.dynamooutbox.format.sdk;

import io.github.dynamooutbox.format.OutboxSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/**
 * Whether a table suits the outbox, as far as its description tells.
 *
 * @param verdict whether it does
 * @param subject what was looked at, such as {@code keys of table "orders"}
 * @param fact what was found, as the rest of a sentence that begins with the subject
 * @param remedy what to do about it; empty if it is fine
 */
public record TableFinding(Verdict verdict, String subject, String fact, String remedy) {
  /** How serious it is. */
  public enum Verdict {
    FINE,
    /** Works, with a consequence that its owners should know. */
    ADVICE,
    /** Commits fail, or records are not published or not deleted. */
    WRONG
  }

  private static final String OWN_TABLE =
      "give the outbox a table of its own: outboxTable of the writer, table.name of the relay";

  /** The name of a table as a subject. */
  public static String subject(String table) {
    return "table \"" + table + '"';
  }

  /** Looks at keys, stream and indexes of the table with the records. */
  public static List<TableFinding> of(TableDescription table, OutboxSchema schema) {
    List<TableFinding> findings = new ArrayList<>();
    findings.add(
        keys(
            table,
            List.of(schema.partitionKey(), schema.sortKey()),
            "correct the names in the configuration of writers and relay (table.partitionKey,"
                + " table.sortKey), or "
                + OWN_TABLE));
    findings.add(stream(table));
    indexes(table).forEach((index, keys) -> index(table, index, keys, schema, findings));
    return findings;
  }

  /**
   * Looks at names and types of the keys.
   *
   * @param expected the partition key and the sort key, both strings
   * @param remedy what to do if they differ
   */
  public static TableFinding keys(TableDescription table, List<String> expected, String remedy) {
    Map<String, String> types = types(table);
    List<String> names = names(table.keySchema());
    boolean strings = names.stream().allMatch(name -> "S".equals(types.get(name)));
    String subject = "keys of " + subject(table.tableName());
    if (names.equals(expected) && strings) {
      return fine(subject, "are " + String.join(", ", names));
    }
    List<String> found = names.stream().map(name -> name + " (" + types.get(name) + ')').toList();
    return wrong(
        subject,
        "are %s, and should be the strings %s"
            .formatted(String.join(", ", found), String.join(", ", expected)),
        remedy);
  }

  /** Looks at whether items expire by this attribute. */
  public static TableFinding ttl(String table, TimeToLiveDescription ttl, String attribute) {
    if (ttl.timeToLiveStatus() != TimeToLiveStatus.ENABLED
        && ttl.timeToLiveStatus() != TimeToLiveStatus.ENABLING) {
      return wrong(
          subject(table),
          "has no TTL, so items that should expire are kept for ever",
          "enable it: aws dynamodb update-time-to-live --table-name %s --time-to-live-specification Enabled=true,AttributeName=%s"
              .formatted(table, attribute));
    }
    String subject = "TTL of " + subject(table);
    if (attribute.equals(ttl.attributeName())) {
      return fine(subject, "is on for " + attribute);
    }
    return wrong(
        subject,
        "is on for \"%s\", but items expire by \"%s\"".formatted(ttl.attributeName(), attribute),
        "make them agree: table.ttlAttribute in the configuration, or another attribute for the"
            + " table, which DynamoDB allows once an hour");
  }

  private static TableFinding stream(TableDescription table) {
    String enable =
        "aws dynamodb update-table --table-name %s --stream-specification StreamEnabled=true,StreamViewType=NEW_IMAGE"
            .formatted(table.tableName());
    if (table.streamSpecification() == null || !table.streamSpecification().streamEnabled()) {
      return wrong(subject(table.tableName()), "has no stream", "enable one: " + enable);
    }
    StreamViewType view = table.streamSpecification().streamViewType();
    String subject = "stream of " + subject(table.tableName());
    if (view == StreamViewType.NEW_IMAGE || view == StreamViewType.NEW_AND_OLD_IMAGES) {
      return fine(subject, "has view type " + view);
    }
    return wrong(
        subject,
        "has view type %s, which omits the records' content".formatted(view),
        "find out who reads it, because another view type is another stream and ends theirs; then"
            + " switch it off with StreamEnabled=false and enable a new one: "
            + enable
            + "; or "
            + OWN_TABLE);
  }

  /** A record's attribute as an index's key puts every record into that index. */
  private static void index(
      TableDescription table,
      String index,
      List<String> keys,
      OutboxSchema schema,
      List<TableFinding> findings) {
    Map<String, String> types = types(table);
    String subject = "index \"%s\" of %s".formatted(index, subject(table.tableName()));
    List<String> wrong =
        keys.stream()
            .filter(key -> schema.attributeType(key).isPresent())
            .filter(key -> !schema.attributeType(key).get().equals(types.get(key)))
            .toList();
    if (!wrong.isEmpty()) {
      String key = wrong.get(0);
      findings.add(
          wrong(
              subject,
              "has the key %s (%s), which is %s in records: commits that have it fail"
                  .formatted(key, types.get(key), schema.attributeType(key).get()),
              "name the index's attribute otherwise, or " + OWN_TABLE));
    } else if (keys.stream().allMatch(key -> schema.attributeType(key).isPresent())) {
      findings.add(
          new TableFinding(
              Verdict.ADVICE,
              subject,
              "has keys that records have too (%s), so queries of it return records of the outbox"
                  .formatted(String.join(", ", keys)),
              "leave out items whose %s begins with \"%s\", or %s"
                  .formatted(schema.partitionKey(), schema.prefix(), OWN_TABLE)));
    }
  }

  private static Map<String, List<String>> indexes(TableDescription table) {
    return Stream.concat(
            table.globalSecondaryIndexes().stream()
                .map(index -> Map.entry(index.indexName(), names(index.keySchema()))),
            table.localSecondaryIndexes().stream()
                .map(index -> Map.entry(index.indexName(), names(index.keySchema()))))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static List<String> names(List<KeySchemaElement> keys) {
    return keys.stream().map(KeySchemaElement::attributeName).toList();
  }

  private static Map<String, String> types(TableDescription table) {
    return table.attributeDefinitions().stream()
        .collect(
            Collectors.toMap(
                AttributeDefinition::attributeName, AttributeDefinition::attributeTypeAsString));
  }

  private static TableFinding fine(String subject, String fact) {
    return new TableFinding(Verdict.FINE, subject, fact, "");
  }

  private static TableFinding wrong(String subject, String fact, String remedy) {
    return new TableFinding(Verdict.WRONG, subject, fact, remedy);
  }
}

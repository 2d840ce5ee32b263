package io.github.dynamooutbox.aws.examine;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.SSEDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Examines DynamoDB tables. Not thread-safe. */
public final class TableExamination {
  private static final String DESCRIBE = "dynamodb:DescribeTable";

  private final DynamoDbClient client;
  private final Examination examination;

  /**
   * @param client is not closed
   */
  public TableExamination(DynamoDbClient client, Examination examination) {
    this.client = client;
    this.examination = examination;
  }

  static String subject(String table) {
    return "table \"" + table + '"';
  }

  /** Examines a table that has to exist; empty if it cannot be described. */
  Optional<TableDescription> required(String name) {
    AtomicReference<TableDescription> described = new AtomicReference<>();
    examination.look(
        subject(name),
        DESCRIBE,
        () -> {
          TableDescription table = describe(name);
          status(table);
          described.set(table);
        });
    return Optional.ofNullable(described.get());
  }

  /** Examines whether a table may be written. A table that does not exist is no problem. */
  public void writableIfThere(String name) {
    examination.look(
        subject(name),
        DESCRIBE,
        () -> {
          Optional<TableDescription> table = ifThere(name);
          if (table.isPresent()) {
            write(table.get());
          } else {
            examination.fine(subject(name), "does not exist yet: it will be created");
          }
        });
  }

  private Optional<TableDescription> ifThere(String name) {
    try {
      return Optional.of(describe(name));
    } catch (ResourceNotFoundException notYet) {
      return Optional.empty();
    }
  }

  private TableDescription describe(String name) {
    return client.describeTable(request -> request.tableName(name)).table();
  }

  private void status(TableDescription table) {
    String subject = subject(table.tableName());
    TableStatus status = table.tableStatus();
    if (status == TableStatus.INACCESSIBLE_ENCRYPTION_CREDENTIALS) {
      String key =
          Optional.ofNullable(table.sseDescription())
              .map(SSEDescription::kmsMasterKeyArn)
              .orElse("its KMS key");
      examination.wrong(
          subject,
          "cannot be decrypted: DynamoDB may not use its KMS key",
          "enable the key within 7 days and allow it again: aws kms enable-key --key-id " + key);
    } else if (status == TableStatus.ACTIVE || status == TableStatus.UPDATING) {
      examination.fine(subject, "is " + status);
    } else {
      examination.wrong(subject, "is " + status, "wait until it is ACTIVE, or restore it");
    }
  }

  void write(TableDescription table) {
    String subject = subject(table.tableName());
    examination.look(
        subject,
        "dynamodb:UpdateItem",
        () ->
            WriteRight.refusal(client, table)
                .ifPresentOrElse(
                    code ->
                        examination.wrong(
                            subject,
                            "cannot be written (%s)".formatted(code),
                            "allow dynamodb:UpdateItem and the other permissions in the"
                                + " documentation"),
                    () -> examination.fine(subject, "may be written")));
  }

  /**
   * Examines names and types of the keys.
   *
   * @param expected the partition key and the sort key, both strings
   * @param remedy what to do if they differ
   */
  void keys(TableDescription table, List<String> expected, String remedy) {
    List<String> names = table.keySchema().stream().map(KeySchemaElement::attributeName).toList();
    Map<String, String> types = new TreeMap<>();
    for (AttributeDefinition each : table.attributeDefinitions()) {
      types.put(each.attributeName(), each.attributeTypeAsString());
    }
    boolean strings = names.stream().allMatch(name -> "S".equals(types.get(name)));
    String subject = "keys of " + subject(table.tableName());
    if (names.equals(expected) && strings) {
      examination.fine(subject, "are " + String.join(", ", names));
    } else {
      List<String> found = names.stream().map(name -> name + " (" + types.get(name) + ')').toList();
      examination.wrong(
          subject,
          "are %s, and should be the strings %s"
              .formatted(String.join(", ", found), String.join(", ", expected)),
          remedy);
    }
  }

  /** Examines whether items expire by this attribute. */
  void ttl(String name, String attribute) {
    examination.look(
        "TTL of " + subject(name), "dynamodb:DescribeTimeToLive", () -> expires(name, attribute));
  }

  private void expires(String name, String attribute) {
    TimeToLiveDescription ttl =
        client.describeTimeToLive(request -> request.tableName(name)).timeToLiveDescription();
    boolean enabled =
        ttl.timeToLiveStatus() == TimeToLiveStatus.ENABLED
            || ttl.timeToLiveStatus() == TimeToLiveStatus.ENABLING;
    if (!enabled) {
      examination.wrong(
          subject(name),
          "has no TTL, so items that should expire are kept for ever",
          "enable it: aws dynamodb update-time-to-live --table-name %s --time-to-live-specification Enabled=true,AttributeName=%s"
              .formatted(name, attribute));
    } else if (attribute.equals(ttl.attributeName())) {
      examination.fine("TTL of " + subject(name), "is on for " + attribute);
    } else {
      examination.wrong(
          "TTL of " + subject(name),
          "is on for \"%s\", but items expire by \"%s\"".formatted(ttl.attributeName(), attribute),
          "make them agree: table.ttlAttribute in the configuration, or another attribute for the"
              + " table, which DynamoDB allows once an hour");
    }
  }
}

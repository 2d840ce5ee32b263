package io.github.dynamooutbox.aws.examine;

import io.github.dynamooutbox.format.sdk.TableFinding;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.SSEDescription;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

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

  /** Examines a table that has to exist; empty if it cannot be described. */
  Optional<TableDescription> required(String name) {
    AtomicReference<TableDescription> described = new AtomicReference<>();
    examination.look(
        TableFinding.subject(name),
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
        TableFinding.subject(name),
        DESCRIBE,
        () -> {
          Optional<TableDescription> table = ifThere(name);
          if (table.isPresent()) {
            write(table.get());
          } else {
            examination.fine(TableFinding.subject(name), "does not exist yet: it will be created");
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
    String subject = TableFinding.subject(table.tableName());
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
    String subject = TableFinding.subject(table.tableName());
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

  /** Examines whether items expire by this attribute. */
  void ttl(String name, String attribute) {
    examination.look(
        "TTL of " + TableFinding.subject(name),
        "dynamodb:DescribeTimeToLive",
        () ->
            add(
                TableFinding.ttl(
                    name,
                    client
                        .describeTimeToLive(request -> request.tableName(name))
                        .timeToLiveDescription(),
                    attribute)));
  }

  void add(TableFinding found) {
    switch (found.verdict()) {
      case FINE -> examination.fine(found.subject(), found.fact());
      case ADVICE -> examination.advise(found.subject(), found.fact(), found.remedy());
      case WRONG -> examination.wrong(found.subject(), found.fact(), found.remedy());
    }
  }

  /**
   * Checks the permission to write to a table. Attempts to update a nonexistent item on condition
   * that it exists: permissions are checked first, and nothing is written. Costs one write unit.
   */
  static final class WriteRight {
    private static final AttributeValue NOBODY = AttributeValue.fromS("outbox-check");

    private WriteRight() {}

    /** The error code of the refusal; empty if the table may be written. */
    static Optional<String> refusal(DynamoDbClient client, TableDescription table) {
      Map<String, AttributeValue> key =
          table.keySchema().stream()
              .collect(
                  Collectors.toMap(
                      KeySchemaElement::attributeName, each -> value(table, each.attributeName())));
      try {
        client.updateItem(
            request ->
                request
                    .tableName(table.tableName())
                    .key(key)
                    .conditionExpression("attribute_exists(#key)")
                    .expressionAttributeNames(
                        Map.of("#key", table.keySchema().get(0).attributeName())));
        return Optional.empty();
      } catch (ConditionalCheckFailedException notThere) {
        return Optional.empty();
      } catch (AwsServiceException e) {
        return Optional.of(Examination.code(e));
      }
    }

    private static AttributeValue value(TableDescription table, String attribute) {
      for (AttributeDefinition each : table.attributeDefinitions()) {
        if (each.attributeName().equals(attribute)
            && each.attributeType() == ScalarAttributeType.N) {
          return AttributeValue.fromN("0");
        }
      }
      return NOBODY;
    }
  }
}

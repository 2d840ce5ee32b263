package io.github.dynamooutbox.cli.internal.doctor;

import io.github.dynamooutbox.aws.examine.OperatorClients;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Tries actions that change nothing, to find out whether they are allowed: each reads an item that
 * is not there, at most one that is, or the name of at most one object.
 */
final class OperatorTrial implements AutoCloseable {
  private static final int FORBIDDEN = 403;
  private static final AttributeValue NOBODY = AttributeValue.fromS("outbox-check");

  /** What a trial has shown. */
  enum Outcome {
    ALLOWED,
    DENIED,
    UNTRIED
  }

  private final DynamoDbClient dynamoDb =
      DynamoDbClient.builder().overrideConfiguration(OperatorClients::forQuestions).build();
  private final S3Client s3 =
      S3Client.builder().overrideConfiguration(OperatorClients::forQuestions).build();
  private final Map<String, Consumer<String>> trials = new HashMap<>();

  /** Descriptions of tables, by ARN: they have the key schemas. */
  private final Map<String, TableDescription> tables = new HashMap<>();

  OperatorTrial() {
    trials.put(
        "dynamodb:DescribeTable", arn -> dynamoDb.describeTable(it -> it.tableName(name(arn))));
    trials.put(
        "dynamodb:DescribeTimeToLive",
        arn -> dynamoDb.describeTimeToLive(it -> it.tableName(name(arn))));
    trials.put("dynamodb:Scan", arn -> dynamoDb.scan(it -> it.tableName(name(arn)).limit(1)));
    trials.put("dynamodb:Query", this::query);
    trials.put("dynamodb:PartiQLSelect", this::select);
    trials.put(
        "dynamodb:GetItem", arn -> dynamoDb.getItem(it -> it.tableName(name(arn)).key(key(arn))));
    trials.put(
        "dynamodb:BatchGetItem",
        arn ->
            dynamoDb.batchGetItem(
                it ->
                    it.requestItems(
                        Map.of(
                            name(arn),
                            KeysAndAttributes.builder().keys(List.of(key(arn))).build()))));
    trials.put(
        "s3:ListBucket",
        arn ->
            s3.listObjectsV2(it -> it.bucket(arn.substring(arn.lastIndexOf(':') + 1)).maxKeys(1)));
  }

  /** Makes it possible to try actions on items of this table. */
  void add(TableDescription table) {
    tables.put(table.tableArn(), table);
  }

  /**
   * Tries an action.
   *
   * @throws software.amazon.awssdk.core.exception.SdkClientException if AWS cannot be reached
   */
  Outcome of(String action, String resource) {
    boolean isOfItem = action.matches(".*(Item|Query|Select)");
    Consumer<String> trial = trials.get(action);
    if (trial == null || (isOfItem && !tables.containsKey(resource))) {
      return Outcome.UNTRIED;
    }
    try {
      trial.accept(resource);
      return Outcome.ALLOWED;
    } catch (AwsServiceException e) {
      // Rights are checked first: a request that fails for another reason is allowed.
      return isDenial(e) ? Outcome.DENIED : Outcome.ALLOWED;
    }
  }

  private static boolean isDenial(AwsServiceException e) {
    boolean isNamed =
        e.awsErrorDetails() != null
            && String.valueOf(e.awsErrorDetails().errorCode()).startsWith("AccessDenied");
    return isNamed || e.statusCode() == FORBIDDEN;
  }

  private void query(String arn) {
    dynamoDb.query(
        it ->
            it.tableName(name(arn))
                .limit(1)
                .keyConditionExpression("#key = :key")
                .expressionAttributeNames(
                    Map.of("#key", keys(arn).keySchema().get(0).attributeName()))
                .expressionAttributeValues(Map.of(":key", NOBODY)));
  }

  private void select(String arn) {
    String key = keys(arn).keySchema().get(0).attributeName();
    dynamoDb.executeStatement(
        it ->
            it.statement("SELECT * FROM \"%s\" WHERE \"%s\" = ?".formatted(name(arn), key))
                .parameters(NOBODY));
  }

  private Map<String, AttributeValue> key(String arn) {
    return keys(arn).keySchema().stream()
        .collect(Collectors.toMap(KeySchemaElement::attributeName, each -> NOBODY));
  }

  private TableDescription keys(String arn) {
    return tables.getOrDefault(arn, TableDescription.builder().build());
  }

  private static String name(String arn) {
    return arn.substring(arn.indexOf('/') + 1);
  }

  @Override
  public void close() {
    dynamoDb.close();
    s3.close();
  }
}

package io.github.dynamooutbox.aws.examine;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Checks the permission to write to a table. Attempts to update a nonexistent item on condition
 * that it exists: permissions are checked first, and nothing is written. Costs one write unit.
 */
final class WriteRight {
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
      if (each.attributeName().equals(attribute) && each.attributeType() == ScalarAttributeType.N) {
        return AttributeValue.fromN("0");
      }
    }
    return NOBODY;
  }
}

package io.github.dynamooutbox.testdynamodb;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/**
 * A table as the outbox needs it: two keys of type S, a stream of new images, and TTL. Immutable.
 *
 * @param name name of the table
 * @param partitionKey name of its partition key
 * @param sortKey name of its sort key
 * @param ttl name of its TTL attribute
 */
public record TestTable(String name, String partitionKey, String sortKey, String ttl) {
  /** A table with an outbox's default names: PK, SK and ttl. */
  public static TestTable named(String name) {
    return new TestTable(name, "PK", "SK", "ttl");
  }

  /**
   * Creates the table, and returns once it is active.
   *
   * @return the ARN of its stream
   * @throws software.amazon.awssdk.services.dynamodb.model.ResourceInUseException if a table of
   *     this name exists
   */
  public String create(DynamoDbClient client) {
    String stream =
        client
            .createTable(
                table ->
                    table
                        .tableName(name)
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .attributeDefinitions(text(partitionKey), text(sortKey))
                        .keySchema(key(partitionKey, KeyType.HASH), key(sortKey, KeyType.RANGE))
                        .streamSpecification(
                            it -> it.streamEnabled(true).streamViewType(StreamViewType.NEW_IMAGE)))
            .tableDescription()
            .latestStreamArn();
    client.waiter().waitUntilTableExists(table -> table.tableName(name));
    client.updateTimeToLive(
        table ->
            table
                .tableName(name)
                .timeToLiveSpecification(it -> it.enabled(true).attributeName(ttl)));
    return stream;
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }
}

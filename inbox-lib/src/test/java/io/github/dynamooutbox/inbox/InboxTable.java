package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.DynamoDbUnderTest;
import io.github.dynamooutbox.writer.CommitResult;
import java.net.URI;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A consumer's table at the DynamoDB under test. Removes it when closed. */
final class InboxTable implements AutoCloseable {
  static final String NAME = AwsUnderTest.unique("totals");

  private static final String SCRATCH = NAME + "-scratch";

  private final DynamoDbUnderTest server = DynamoDbUnderTest.open();
  private final DynamoDbClient client = server.client();

  private boolean hasScratch;

  InboxTable() {
    create(NAME);
  }

  private void create(String name) {
    client.createTable(
        request ->
            request
                .tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(attribute("PK"), attribute("SK"))
                .keySchema(key("PK", KeyType.HASH), key("SK", KeyType.RANGE)));
    server.created(name);
  }

  /** A table that a test has for itself. */
  String scratch() {
    if (!hasScratch) {
      create(SCRATCH);
      hasScratch = true;
    }
    return SCRATCH;
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  DynamoDbClient client() {
    return client;
  }

  DynamoDbAsyncClient asyncClient() {
    return DynamoDbAsyncClient.builder()
        .endpointOverride(endpoint())
        .region(AwsUnderTest.region())
        .credentialsProvider(AwsUnderTest.credentials())
        .build();
  }

  /** The records of an aggregate that a writer has committed here. */
  List<Map<String, AttributeValue>> records(String aggregate) {
    return client
        .query(
            request ->
                request
                    .tableName(NAME)
                    .keyConditionExpression("PK = :pk")
                    .expressionAttributeValues(
                        Map.of(":pk", AttributeValue.fromS("OUTBOX#" + aggregate))))
        .items();
  }

  /** The first record of a commit. */
  Map<String, AttributeValue> item(CommitResult committed) {
    RecordKey key = committed.records().get(0).key();
    return client
        .getItem(
            request ->
                request
                    .tableName(NAME)
                    .key(
                        Map.of(
                            "PK", AttributeValue.fromS(key.partition()),
                            "SK", AttributeValue.fromS(key.sort()))))
        .item();
  }

  URI endpoint() {
    return server.endpoint();
  }

  @Override
  public void close() {
    server.close();
  }
}

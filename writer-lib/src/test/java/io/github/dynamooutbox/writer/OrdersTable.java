package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.DecodeResult.Decoded;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.DynamoDbUnderTest;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Tables of the DynamoDB under test, and what they hold. Removes them when closed. */
final class OrdersTable implements AutoCloseable {
  static final String NAME = AwsUnderTest.unique("orders");

  private final DynamoDbUnderTest server = DynamoDbUnderTest.open();
  private final DynamoDbClient client = server.client();
  private final SdkAsyncHttpClient asyncHttp = NettyNioAsyncHttpClient.create();
  private final DynamoDbAsyncClient asyncClient =
      DynamoDbAsyncClient.builder()
          .endpointOverride(server.endpoint())
          .region(AwsUnderTest.region())
          .credentialsProvider(AwsUnderTest.credentials())
          .httpClient(asyncHttp)
          .build();

  OrdersTable() {
    create(NAME);
  }

  void create(String table) {
    create(table, "PK", "SK");
  }

  void create(String table, String partitionKey, String sortKey) {
    client.createTable(
        request ->
            request
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(attribute(partitionKey), attribute(sortKey))
                .keySchema(key(partitionKey, KeyType.HASH), key(sortKey, KeyType.RANGE)));
    server.created(table);
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
    return asyncClient;
  }

  /** Empty if there is no such item. */
  Map<String, AttributeValue> item(String table, Map<String, AttributeValue> key) {
    return client.getItem(get -> get.tableName(table).key(key).consistentRead(true)).item();
  }

  /** The records of an aggregate, in the order of their keys. */
  List<Decoded> records(Aggregate aggregate) {
    return rawRecords(aggregate).stream().map(Items::decoded).toList();
  }

  List<Map<String, AttributeValue>> rawRecords(Aggregate aggregate) {
    return client
        .query(
            query ->
                query
                    .tableName(NAME)
                    .keyConditionExpression("PK = :pk")
                    .expressionAttributeValues(
                        Map.of(":pk", Items.text("OUTBOX#" + aggregate.key())))
                    .consistentRead(true))
        .items();
  }

  @Override
  public void close() {
    asyncClient.close();
    asyncHttp.close();
    server.close();
  }
}

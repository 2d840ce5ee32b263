package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.DecodeResult.Decoded;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.DynamoDbUnderTest;
import io.github.dynamooutbox.testdynamodb.TestTable;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

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
    // Tests set the clock of the outbox, so nothing may expire by the server's.
    String unusedStream = new TestTable(table, partitionKey, sortKey, "no-ttl").create(client);
    server.created(table);
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

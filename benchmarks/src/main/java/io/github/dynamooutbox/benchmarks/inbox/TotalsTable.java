package io.github.dynamooutbox.benchmarks.inbox;

import io.github.dynamooutbox.benchmarks.load.TransactionUnits;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.dynamodb.DynamoDbLocal;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A consumer's table on DynamoDB Local, with a count of the write units consumed. */
final class TotalsTable implements AutoCloseable {
  private static final String SCALES = "scales";

  private final DynamoDbLocal server = DynamoDbLocal.start();
  private final DynamoDbClient plain = LocalClients.dynamoDb(server.endpoint());
  private final TransactionUnits units = new TransactionUnits(plain, SCALES);
  private final DynamoDbClient client =
      LocalClients.configure(DynamoDbClient.builder(), server.endpoint())
          .overrideConfiguration(each -> each.addExecutionInterceptor(units))
          .build();

  TotalsTable() {
    create(Orders.TABLE);
    create(SCALES);
  }

  private void create(String table) {
    plain.createTable(
        request ->
            request
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(attribute("PK"), attribute("SK"))
                .keySchema(key("PK", KeyType.HASH), key("SK", KeyType.RANGE)));
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

  /** The write units that an operation consumes. */
  TransactionUnits.Consumed units(Runnable operation) {
    operation.run();
    return units.getAndReset();
  }

  @Override
  public void close() {
    client.close();
    plain.close();
    server.close();
  }
}

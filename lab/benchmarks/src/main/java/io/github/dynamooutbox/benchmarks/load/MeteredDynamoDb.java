package io.github.dynamooutbox.benchmarks.load;

import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.testdynamodb.DynamoDbLocal;
import io.github.dynamooutbox.testdynamodb.TestTable;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A DynamoDB Local with a client whose write units are counted. Not thread-safe. */
public final class MeteredDynamoDb implements AutoCloseable {
  private static final String SCALES = "scales";

  private final DynamoDbLocal server = DynamoDbLocal.start();
  private final DynamoDbClient plain = LocalClients.dynamoDb(server.endpoint());
  private final TransactionUnits units = new TransactionUnits(plain, SCALES);
  private final DynamoDbClient client =
      LocalClients.configure(DynamoDbClient.builder(), server.endpoint())
          .overrideConfiguration(each -> each.addExecutionInterceptor(units))
          .build();

  public MeteredDynamoDb() {
    create(SCALES);
  }

  /**
   * The consumption of some requests.
   *
   * @param units write units of the accepted requests
   * @param refused number of refused requests
   */
  public record Consumed(double units, int refused) {}

  /** Creates a table with the keys PK and SK. */
  public void create(String table) {
    String unusedArn = TestTable.named(table).create(plain);
  }

  /** Deletes a table and waits until it is gone. */
  public void delete(String table) {
    plain.deleteTable(request -> request.tableName(table));
    plain.waiter().waitUntilTableNotExists(request -> request.tableName(table));
  }

  public DynamoDbClient client() {
    return client;
  }

  /** What an operation of the client consumes. */
  public Consumed units(Runnable operation) {
    operation.run();
    return units.getAndReset();
  }

  /** The write units that a put of this item alone consumes; 0 if the item is empty. */
  public double weight(Map<String, AttributeValue> item) {
    return units.weight(item);
  }

  @Override
  public void close() {
    client.close();
    plain.close();
    server.close();
  }
}

package io.github.dynamooutbox.localaws;

import io.github.dynamooutbox.testdynamodb.DynamoDbLocal;
import io.github.dynamooutbox.testdynamodb.TestTable;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * DynamoDB for a test: at the endpoint under test, or else in a DynamoDB Local that all tests of a
 * JVM share. Deletes the tables registered with it when it is closed. Thread-safe.
 */
public final class DynamoDbUnderTest implements AutoCloseable {
  private final URI endpoint;
  private final DynamoDbClient client;
  private final DynamoDbStreamsClient streams;
  private final Set<String> tables = ConcurrentHashMap.newKeySet();
  private final Set<String> prefixes = ConcurrentHashMap.newKeySet();

  private DynamoDbUnderTest(URI endpoint) {
    this.endpoint = endpoint;
    this.client = AwsUnderTest.configure(DynamoDbClient.builder(), endpoint).build();
    this.streams = AwsUnderTest.configure(DynamoDbStreamsClient.builder(), endpoint).build();
  }

  /**
   * Starts a DynamoDB Local if none is running yet, unless there is an endpoint to test against.
   */
  public static DynamoDbUnderTest open() {
    return new DynamoDbUnderTest(
        AwsUnderTest.endpoint().orElseGet(() -> DynamoDbLocal.shared().endpoint()));
  }

  public URI endpoint() {
    return endpoint;
  }

  public DynamoDbClient client() {
    return client;
  }

  /** The streams of the same tables. */
  public DynamoDbStreamsClient streams() {
    return streams;
  }

  /**
   * Creates a table as the outbox needs it, and registers it for deletion.
   *
   * @return the ARN of its stream
   */
  public String create(TestTable table) {
    tables.add(table.name());
    return table.create(client);
  }

  /** Waits until a new table is active, and registers it for deletion. */
  public void created(String table) {
    tables.add(table);
    client.waiter().waitUntilTableExists(request -> request.tableName(table));
  }

  @Override
  public void close() {
    try {
      client.listTablesPaginator().tableNames().stream()
          .filter(table -> prefixes.stream().anyMatch(table::startsWith))
          .forEach(tables::add);
      tables.forEach(this::delete);
    } finally {
      streams.close();
      client.close();
    }
  }

  /**
   * Registers for deletion all tables with this name prefix, which a process under test creates.
   */
  public void createdByOthers(String prefix) {
    prefixes.add(prefix);
  }

  /** Deletes a table and waits until it is gone. */
  public void delete(String table) {
    try {
      client.deleteTable(request -> request.tableName(table));
      client.waiter().waitUntilTableNotExists(request -> request.tableName(table));
    } catch (ResourceNotFoundException gone) {
      // The test has already deleted it.
    }
  }
}

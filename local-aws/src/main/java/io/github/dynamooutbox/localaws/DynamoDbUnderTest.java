package io.github.dynamooutbox.localaws;

import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * DynamoDB for a test: at the endpoint under test, or else a DynamoDB Local of its own. Deletes the
 * tables that it was told of when it is closed. Thread-safe.
 */
public final class DynamoDbUnderTest implements AutoCloseable {
  private final Optional<DynamoDbLocal> server;
  private final URI endpoint;
  private final DynamoDbClient client;
  private final Set<String> tables = ConcurrentHashMap.newKeySet();

  private DynamoDbUnderTest(Optional<DynamoDbLocal> server, URI endpoint) {
    this.server = server;
    this.endpoint = endpoint;
    this.client =
        LocalClients.configure(DynamoDbClient.builder(), endpoint)
            .region(AwsUnderTest.region())
            .credentialsProvider(AwsUnderTest.credentials())
            .build();
  }

  /** Starts a DynamoDB Local, unless there is an endpoint to test against. */
  public static DynamoDbUnderTest open() {
    Optional<URI> external = AwsUnderTest.endpoint();
    if (external.isPresent()) {
      return new DynamoDbUnderTest(Optional.empty(), external.get());
    }
    DynamoDbLocal local = DynamoDbLocal.start();
    return new DynamoDbUnderTest(Optional.of(local), local.endpoint());
  }

  public URI endpoint() {
    return endpoint;
  }

  public DynamoDbClient client() {
    return client;
  }

  /** Waits until a table that was created can be used, and remembers to delete it. */
  public void created(String table) {
    tables.add(table);
    client.waiter().waitUntilTableExists(request -> request.tableName(table));
  }

  @Override
  public void close() {
    try {
      if (server.isEmpty()) {
        tables.forEach(this::delete);
      }
    } finally {
      client.close();
      server.ifPresent(DynamoDbLocal::close);
    }
  }

  private void delete(String table) {
    try {
      client.deleteTable(request -> request.tableName(table));
      client.waiter().waitUntilTableNotExists(request -> request.tableName(table));
    } catch (ResourceNotFoundException gone) {
      // A test may delete what it has made.
    }
  }
}

package io.github.dynamooutbox.testdynamodb;

import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Provides a test class with DynamoDB Local, a table, and a client, which can also be a parameter
 * of tests and their lifecycle methods. The server is {@link DynamoDbLocal#shared}: it starts
 * before the first class that needs it, which takes one or two seconds. It listens on the loopback
 * interface only. The tests of a class share the table, so each should use its own keys; the table
 * is deleted after the last of them, so classes that run at the same time need tables of different
 * names.
 *
 * <pre>
 * &#64;RegisterExtension
 * static final DynamoDbExtension DYNAMODB = DynamoDbExtension.with(TestTable.named("orders"));
 *
 * &#64;Test
 * void placesAnOrder(DynamoDbClient client) { ... }
 * </pre>
 *
 * <p>It must be registered in a static field. The client uses the only HTTP client of the SDK on
 * the class path, and dummy credentials.
 */
public final class DynamoDbExtension
    implements BeforeAllCallback, AfterAllCallback, ParameterResolver {
  private final TestTable table;
  private final Optional<URI> endpoint;
  private @Nullable DynamoDbClient client;

  private DynamoDbExtension(TestTable table, Optional<URI> endpoint) {
    this.table = table;
    this.endpoint = endpoint;
  }

  /** Creates a table in this JVM's DynamoDB Local. */
  public static DynamoDbExtension with(TestTable table) {
    return new DynamoDbExtension(table, Optional.empty());
  }

  /**
   * Returns an extension that uses a DynamoDB that is already running, for example in a container.
   */
  public DynamoDbExtension at(URI running) {
    return new DynamoDbExtension(table, Optional.of(running));
  }

  /**
   * The client, available while the tests of the class run.
   *
   * @throws IllegalStateException before the first test and after the last
   */
  public DynamoDbClient client() {
    if (client == null) {
      throw new IllegalStateException(
          "the DynamoDB of the tests is not running: register the extension in a static field, and"
              + " ask for the client in tests or @BeforeAll");
    }
    return client;
  }

  /** The table that the extension creates. */
  public TestTable table() {
    return table;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    start();
  }

  void start() {
    DynamoDbClient opened = open(endpoint.orElseGet(() -> DynamoDbLocal.shared().endpoint()));
    client = opened;
    table.create(opened);
  }

  private static DynamoDbClient open(URI endpoint) {
    return DynamoDbClient.builder()
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        .build();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    stop();
  }

  void stop() {
    try (DynamoDbClient closing = client) {
      if (closing != null) {
        closing.deleteTable(request -> request.tableName(table.name()));
      }
    } finally {
      client = null;
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == DynamoDbClient.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return client();
  }
}

package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.ConsumedUnits;
import io.github.dynamooutbox.localaws.DynamoDbUnderTest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A control table on the DynamoDB under test, one for all classes of a run. Every test takes a
 * stream of its own.
 */
final class LocalControlTable implements BeforeAllCallback {
  static final String NAME = AwsUnderTest.unique("control");

  /** In the future: DynamoDB deletes what was to expire before the real time. */
  static final Instant NOW = Instant.parse("2126-11-21T10:15:30.123Z");

  private @Nullable Server shared;

  /** Closed when the run ends. */
  private static final class Server implements AutoCloseable {
    private final DynamoDbUnderTest dynamoDb = DynamoDbUnderTest.open();
    private final DynamoDbClient client = dynamoDb.client();
    private final ExecutorService executor = Executors.newFixedThreadPool(16);

    Server() {
      ControlTable.create(client, NAME);
      dynamoDb.created(NAME);
    }

    @Override
    public void close() {
      executor.shutdownNow();
      dynamoDb.close();
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    shared =
        context
            .getRoot()
            .getStore(ExtensionContext.Namespace.create(LocalControlTable.class))
            .computeIfAbsent(Server.class, any -> new Server(), Server.class);
  }

  private Server server() {
    return Objects.requireNonNull(shared, "before the tests of a class");
  }

  DynamoDbClient client() {
    return server().client;
  }

  /** A client that tells what it consumes. */
  DynamoDbClient client(ConsumedUnits units) {
    return AwsUnderTest.configure(DynamoDbClient.builder(), server().dynamoDb.endpoint())
        .overrideConfiguration(client -> client.addExecutionInterceptor(units))
        .build();
  }

  ExecutorService executor() {
    return server().executor;
  }

  ControlTable of(String stream) {
    return of(stream, client());
  }

  ControlTable of(String stream, DynamoDbClient client) {
    return ControlTable.builder(client, NAME, stream, executor())
        .clock(InstantSource.fixed(NOW))
        .build();
  }

  /** All items of a partition as they are stored. */
  List<Map<String, AttributeValue>> items(String partition) {
    return client()
        .queryPaginator(
            request ->
                request
                    .tableName(NAME)
                    .consistentRead(true)
                    .keyConditionExpression("PK = :partition")
                    .expressionAttributeValues(
                        Map.of(":partition", AttributeValues.text(partition))))
        .items()
        .stream()
        .toList();
  }

  /** The stage's result; its failure as it is. */
  static <T> T get(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (TimeoutException e) {
      throw new IllegalStateException("no answer within a minute", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}

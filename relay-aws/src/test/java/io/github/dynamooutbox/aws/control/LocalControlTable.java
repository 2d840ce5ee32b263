package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.DynamoDbUnderTest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A control table on the DynamoDB under test. Every test takes a stream of its own. */
final class LocalControlTable implements AutoCloseable {
  static final String NAME = AwsUnderTest.unique("control");
  static final Instant NOW = Instant.parse("2026-11-21T10:15:30.123Z");

  private final DynamoDbUnderTest server = DynamoDbUnderTest.open();
  private final DynamoDbClient client = server.client();
  private final ExecutorService executor = Executors.newFixedThreadPool(16);

  LocalControlTable() {
    ControlTable.create(client, NAME);
    server.created(NAME);
  }

  DynamoDbClient client() {
    return client;
  }

  /** A client that tells what it consumes. */
  DynamoDbClient client(ConsumedUnits units) {
    return AwsUnderTest.configure(DynamoDbClient.builder(), server.endpoint())
        .overrideConfiguration(client -> client.addExecutionInterceptor(units))
        .build();
  }

  ExecutorService executor() {
    return executor;
  }

  ControlTable of(String stream) {
    return of(stream, client);
  }

  ControlTable of(String stream, DynamoDbClient client) {
    return ControlTable.builder(client, NAME, stream, executor)
        .clock(InstantSource.fixed(NOW))
        .build();
  }

  /** All items of a partition as they are stored. */
  List<Map<String, AttributeValue>> items(String partition) {
    return client
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

  @Override
  public void close() {
    executor.shutdownNow();
    server.close();
  }
}

package io.github.dynamooutbox.localaws.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.StreamTable;
import io.github.dynamooutbox.localaws.dynamodb.DynamoDbLocal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** A table on DynamoDB Local for each test, whose stream is mapped to a function. */
abstract class MappedTable {
  private static final AtomicInteger TABLES = new AtomicInteger();

  private static DynamoDbLocal server;
  private static DynamoDbClient dynamoDb;

  static DynamoDbStreamsClient streams;

  StreamTable table;

  @BeforeAll
  static void startServer() {
    server = DynamoDbLocal.start();
    dynamoDb = LocalClients.dynamoDb(server.endpoint());
    streams = LocalClients.dynamoDbStreams(server.streamsEndpoint());
  }

  @AfterAll
  static void stopServer() {
    streams.close();
    dynamoDb.close();
    server.close();
  }

  @BeforeEach
  void createTable() {
    table = StreamTable.create(dynamoDb, "table-" + TABLES.incrementAndGet());
  }

  final void put(String... keys) {
    for (String key : keys) {
      table.put(key, "1");
    }
  }

  final EventSourceMapping.Builder mapping(RecordedFunction function) {
    return EventSourceMapping.builder(streams, table.streamArn(), function)
        .backoff(Duration.ofMillis(1), Duration.ofMillis(5));
  }

  static MappingProgress run(RecordedFunction function, EventSourceMapping.Builder builder)
      throws InterruptedException {
    try (EventSourceMapping mapping = builder.start()) {
      assertThat(mapping.awaitDrained(Duration.ofSeconds(20)))
          .as("drained; calls so far: %s", function.keysPerCall())
          .isTrue();
      return mapping.progress();
    }
  }
}

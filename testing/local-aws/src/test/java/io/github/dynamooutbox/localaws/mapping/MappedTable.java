package io.github.dynamooutbox.localaws.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.Await;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.StreamTable;
import io.github.dynamooutbox.testdynamodb.DynamoDbLocal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** A table on DynamoDB Local for each test, whose stream is mapped to a function. */
abstract class MappedTable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final AtomicInteger TABLES = new AtomicInteger();

  private static DynamoDbClient dynamoDb;

  static DynamoDbStreamsClient streams;

  StreamTable table;
  private int committed;

  @BeforeAll
  static void openClients() {
    dynamoDb = LocalClients.dynamoDb(DynamoDbLocal.shared().endpoint());
    streams = LocalClients.dynamoDbStreams(DynamoDbLocal.shared().streamsEndpoint());
  }

  @AfterAll
  static void closeClients() {
    streams.close();
    dynamoDb.close();
  }

  @BeforeEach
  void createTable() {
    table = StreamTable.create(dynamoDb, "table-" + TABLES.incrementAndGet());
  }

  /** Returns once the stream shows them, so that they fill batches. */
  final void put(String... keys) {
    for (String key : keys) {
      table.put(key, "1");
    }
    committed += keys.length;
    Await.that(PATIENCE, () -> shown() >= committed);
  }

  private int shown() {
    String arn = table.streamArn();
    String shard =
        streams
            .describeStream(request -> request.streamArn(arn))
            .streamDescription()
            .shards()
            .get(0)
            .shardId();
    String oldest =
        streams
            .getShardIterator(
                request ->
                    request
                        .streamArn(arn)
                        .shardId(shard)
                        .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
            .shardIterator();
    return streams.getRecords(request -> request.shardIterator(oldest)).records().size();
  }

  final EventSourceMapping.Builder mapping(RecordedFunction function) {
    return EventSourceMapping.builder(streams, table.streamArn(), function)
        .backoff(Duration.ofMillis(1), Duration.ofMillis(5));
  }

  static MappingProgress run(RecordedFunction function, EventSourceMapping.Builder builder)
      throws InterruptedException {
    try (EventSourceMapping mapping = builder.start()) {
      assertThat(mapping.awaitDrained(PATIENCE))
          .as("drained; calls so far: %s", function.keysPerCall())
          .isTrue();
      return mapping.progress();
    }
  }
}

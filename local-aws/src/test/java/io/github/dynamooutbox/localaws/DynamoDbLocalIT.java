package io.github.dynamooutbox.localaws;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

class DynamoDbLocalIT {
  private static DynamoDbLocal server;
  private static DynamoDbClient dynamoDb;
  private static DynamoDbStreamsClient streams;

  @BeforeAll
  static void start() {
    server = DynamoDbLocal.start();
    dynamoDb = LocalClients.dynamoDb(server.endpoint());
    streams = LocalClients.dynamoDbStreams(server.streamsEndpoint());
  }

  @AfterAll
  static void stop() {
    dynamoDb.close();
    streams.close();
    server.close();
  }

  @Test
  void aCommittedTransactionIsOnTheStream() {
    StreamTable table = StreamTable.create(dynamoDb, "transaction");

    dynamoDb.transactWriteItems(r -> r.transactItems(List.of(put("a"), put("b"))));

    assertThat(awaitRecords(table.streamArn(), 2))
        .extracting(r -> r.dynamodb().newImage().get("PK").s())
        .containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void anExpiredItemIsRemovedByTheServiceItself() {
    StreamTable table = StreamTable.create(dynamoDb, "expiry");
    dynamoDb.updateTimeToLive(
        r ->
            r.tableName("expiry")
                .timeToLiveSpecification(s -> s.attributeName("ttl").enabled(true)));
    String anHourAgo = Long.toString(Instant.now().minusSeconds(3600).getEpochSecond());

    dynamoDb.putItem(
        r ->
            r.tableName("expiry")
                .item(
                    Map.of(
                        "PK", AttributeValue.fromS("gone"),
                        "SK", AttributeValue.fromS("1"),
                        "ttl", AttributeValue.fromN(anHourAgo))));

    Record removal = awaitRecords(table.streamArn(), 2).get(1);
    assertThat(removal.eventName()).isEqualTo(OperationType.REMOVE);
    assertThat(removal.userIdentity().principalId()).isEqualTo("dynamodb.amazonaws.com");
    assertThat(removal.dynamodb().hasNewImage()).isFalse();
  }

  @Test
  void twoServersDoNotSeeEachOthersTables() {
    StreamTable.create(dynamoDb, "mine");
    try (DynamoDbLocal other = DynamoDbLocal.start();
        DynamoDbClient client = LocalClients.dynamoDb(other.endpoint())) {
      assertThat(client.listTables().tableNames()).isEmpty();
    }
  }

  @Test
  void closingEndsTheProcess() {
    DynamoDbLocal other = DynamoDbLocal.start();
    long pid = other.pid();
    assertThat(ProcessHandle.of(pid)).isPresent();

    other.close();

    assertThat(ProcessHandle.of(pid)).isEmpty();
  }

  private static TransactWriteItem put(String pk) {
    return TransactWriteItem.builder()
        .put(p -> p.tableName("transaction").item(StreamTable.item(pk, "1")))
        .build();
  }

  private static List<Record> awaitRecords(String streamArn, int count) {
    return Await.value(
        Duration.ofSeconds(60), () -> records(streamArn), found -> found.size() >= count);
  }

  private static List<Record> records(String streamArn) {
    String shardId =
        streams
            .describeStream(r -> r.streamArn(streamArn))
            .streamDescription()
            .shards()
            .get(0)
            .shardId();
    String iterator =
        streams
            .getShardIterator(
                r ->
                    r.streamArn(streamArn)
                        .shardId(shardId)
                        .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
            .shardIterator();
    GetRecordsResponse response = streams.getRecords(r -> r.shardIterator(iterator));
    return response.records();
  }
}

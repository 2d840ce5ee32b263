package io.github.dynamooutbox.localaws;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** What outbox and relay rely on at DynamoDB and its streams. */
class DynamoDbContractIT {
  private static final Duration LIMIT =
      Duration.ofSeconds(Integer.getInteger("outbox.aws.expiry-seconds", 60));

  private static DynamoDbUnderTest server;

  @BeforeAll
  static void start() {
    server = DynamoDbUnderTest.open();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aCommittedTransactionIsOnTheStream() {
    StreamTable table = create("transaction");

    server
        .client()
        .transactWriteItems(r -> r.transactItems(put(table.name(), "a"), put(table.name(), "b")));

    assertThat(awaitRecords(table.streamArn(), 2))
        .extracting(r -> r.dynamodb().newImage().get("PK").s())
        .containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void anExpiredItemIsRemovedByTheServiceItself() {
    StreamTable table = create("expiry");
    String anHourAgo = Long.toString(Instant.now().minusSeconds(3600).getEpochSecond());

    server
        .client()
        .putItem(
            r ->
                r.tableName(table.name())
                    .item(
                        Map.of(
                            "PK", AttributeValue.fromS("gone"),
                            "SK", AttributeValue.fromS("1"),
                            "ttl", AttributeValue.fromN(anHourAgo))));

    AwsUnderTest.mayLack(
        "TTL_DELETES", () -> awaitRecords(table.streamArn(), 2), TestAbortedException::new);
    Record removal = records(table.streamArn()).get(1);
    assertThat(removal.eventName()).isEqualTo(OperationType.REMOVE);
    assertThat(removal.userIdentity().principalId()).isEqualTo("dynamodb.amazonaws.com");
    assertThat(removal.dynamodb().hasNewImage()).isFalse();
  }

  private static StreamTable create(String what) {
    StreamTable table = StreamTable.create(server.client(), AwsUnderTest.unique(what));
    server.created(table.name());
    return table;
  }

  private static TransactWriteItem put(String table, String pk) {
    return TransactWriteItem.builder()
        .put(p -> p.tableName(table).item(StreamTable.item(pk, "1")))
        .build();
  }

  private static List<Record> awaitRecords(String streamArn, int count) {
    return Await.value(LIMIT, () -> records(streamArn), found -> found.size() >= count);
  }

  private static List<Record> records(String streamArn) {
    String shardId =
        server
            .streams()
            .describeStream(r -> r.streamArn(streamArn))
            .streamDescription()
            .shards()
            .get(0)
            .shardId();
    String iterator =
        server
            .streams()
            .getShardIterator(
                r ->
                    r.streamArn(streamArn)
                        .shardId(shardId)
                        .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
            .shardIterator();
    GetRecordsResponse response = server.streams().getRecords(r -> r.shardIterator(iterator));
    return response.records();
  }
}

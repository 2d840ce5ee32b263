package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.ConfiguredRelay;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The stream of an outbox's table, and the relay that reads it while it is up. */
final class TestStream implements AutoCloseable {
  private final TestOutbox outbox;
  private final DynamoDbStreamsClient streams;
  private String next;

  TestStream(TestOutbox outbox) {
    this.outbox = outbox;
    streams =
        AwsUnderTest.configure(DynamoDbStreamsClient.builder(), outbox.servers().endpoint())
            .build();
    next = iterator(ShardIteratorType.TRIM_HORIZON);
  }

  private String iterator(ShardIteratorType type) {
    String arn = outbox.streamArn();
    String shard =
        streams
            .describeStream(get -> get.streamArn(arn))
            .streamDescription()
            .shards()
            .get(0)
            .shardId();
    return streams
        .getShardIterator(get -> get.streamArn(arn).shardId(shard).shardIteratorType(type))
        .shardIterator();
  }

  /** What is in it now and was not relayed, nobody will ever read: as after 24 hours. */
  void forget() {
    next = iterator(ShardIteratorType.LATEST);
  }

  /** Runs a relay until it has done what is in the stream. */
  void relay() throws Exception {
    List<StreamRecord> records = new ArrayList<>();
    List<Record> page;
    do {
      String at = next;
      GetRecordsResponse answer = streams.getRecords(get -> get.shardIterator(at));
      page = answer.records();
      page.forEach(record -> records.add(streamRecord(record)));
      next = answer.nextShardIterator();
    } while (!page.isEmpty());
    try (ConfiguredRelay relay =
        ConfiguredRelay.open(RelayConfig.parse(outbox.document()), RelayObserver.NONE, 1)) {
      ShardRelay shard = relay.relay().open("shard");
      TestOutbox.get(shard.submit(records));
      TestOutbox.get(shard.settled());
      assertThat(shard.firstUnfinished()).isEmpty();
      TestOutbox.get(shard.close());
    }
  }

  private static StreamRecord streamRecord(Record record) {
    return new StreamRecord(
        new StreamPosition(record.dynamodb().sequenceNumber()),
        ChangeType.valueOf(record.eventNameAsString()),
        new SdkItem(record.dynamodb().keys()),
        Optional.of(new SdkItem(record.dynamodb().newImage())),
        Optional.of(record.dynamodb().approximateCreationDateTime()));
  }

  @Override
  public void close() {
    streams.close();
  }
}

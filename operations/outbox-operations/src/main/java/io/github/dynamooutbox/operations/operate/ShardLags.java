package io.github.dynamooutbox.operations.operate;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * How far the shards of a stream are relayed. A worker of the KCL keeps its position in a lease:
 * the record after it is the oldest that is not finished. One read of the stream for each shard.
 */
record ShardLags(
    DynamoDbClient client, DynamoDbStreamsClient streams, String streamArn, String leaseTable) {
  private static final String FINISHED = "SHARD_END";
  private static final Duration STREAM_KEEPS = Duration.ofHours(24);

  List<ShardLag> lags(Instant now) {
    Map<String, RelayLease> leases = RelayLease.in(client, leaseTable);
    List<ShardLag> lags = new ArrayList<>();
    for (Shard shard : shards()) {
      boolean isOpen = shard.sequenceNumberRange().endingSequenceNumber() == null;
      Optional<RelayLease> lease = Optional.ofNullable(leases.get(shard.shardId()));
      boolean isFinished = lease.filter(each -> each.checkpoint().equals(FINISHED)).isPresent();
      if (isOpen || (lease.isPresent() && !isFinished)) {
        lags.add(
            new ShardLag(
                shard.shardId(), lease, lease.map(each -> lag(shard, each.checkpoint(), now))));
      }
    }
    return lags;
  }

  /** The stream's shards, open and closed. */
  List<Shard> shards() {
    List<Shard> all = new ArrayList<>();
    Optional<String> after = Optional.empty();
    do {
      Optional<String> start = after;
      DescribeStreamResponse page =
          streams.describeStream(
              request -> {
                request.streamArn(streamArn);
                start.ifPresent(request::exclusiveStartShardId);
              });
      all.addAll(page.streamDescription().shards());
      after = Optional.ofNullable(page.streamDescription().lastEvaluatedShardId());
    } while (after.isPresent());
    return all;
  }

  private Duration lag(Shard shard, String checkpoint, Instant now) {
    boolean isNumber = checkpoint.matches("\\d+");
    try {
      String iterator =
          streams
              .getShardIterator(
                  request -> {
                    request.streamArn(streamArn).shardId(shard.shardId());
                    if (isNumber) {
                      request
                          .shardIteratorType(ShardIteratorType.AFTER_SEQUENCE_NUMBER)
                          .sequenceNumber(checkpoint);
                    } else {
                      request.shardIteratorType(ShardIteratorType.TRIM_HORIZON);
                    }
                  })
              .shardIterator();
      List<Record> next =
          streams.getRecords(request -> request.shardIterator(iterator).limit(1)).records();
      return next.isEmpty()
          ? Duration.ZERO
          : Duration.between(next.get(0).dynamodb().approximateCreationDateTime(), now);
    } catch (TrimmedDataAccessException e) {
      return STREAM_KEEPS;
    }
  }
}

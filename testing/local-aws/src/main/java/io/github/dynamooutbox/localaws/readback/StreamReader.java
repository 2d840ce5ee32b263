package io.github.dynamooutbox.localaws.readback;

import io.github.dynamooutbox.localaws.stub.AcceptedRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.GetRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.kinesis.model.Record;
import software.amazon.awssdk.services.kinesis.model.Shard;
import software.amazon.awssdk.services.kinesis.model.ShardIteratorType;

/**
 * Reads the records that a stream accepted, in order for each shard. The set of shards must not
 * change.
 */
public final class StreamReader {
  private final KinesisClient kinesis;
  private final String stream;
  private final Map<String, String> lastNumbers = new HashMap<>();
  private final List<AcceptedRecord> accepted = new ArrayList<>();

  /** Reads an existing stream, from its beginning. The client stays the caller's to close. */
  public StreamReader(KinesisClient kinesis, String stream) {
    this.kinesis = kinesis;
    this.stream = stream;
  }

  /** All records so far; the order across shards is not defined. */
  public synchronized List<AcceptedRecord> accepted() {
    kinesis.listShards(r -> r.streamName(stream)).shards().stream()
        .map(Shard::shardId)
        .forEach(this::readOn);
    return List.copyOf(accepted);
  }

  private void readOn(String shard) {
    String iterator = kinesis.getShardIterator(place(shard)).shardIterator();
    while (iterator != null) {
      String from = iterator;
      GetRecordsResponse page = kinesis.getRecords(r -> r.shardIterator(from));
      page.records().forEach(each -> add(shard, each));
      iterator =
          page.records().isEmpty() && page.millisBehindLatest() == 0
              ? null
              : page.nextShardIterator();
    }
  }

  private GetShardIteratorRequest place(String shard) {
    GetShardIteratorRequest.Builder place =
        GetShardIteratorRequest.builder().streamName(stream).shardId(shard);
    String last = lastNumbers.get(shard);
    return last == null
        ? place.shardIteratorType(ShardIteratorType.TRIM_HORIZON).build()
        : place
            .shardIteratorType(ShardIteratorType.AFTER_SEQUENCE_NUMBER)
            .startingSequenceNumber(last)
            .build();
  }

  private void add(String shard, Record each) {
    lastNumbers.put(shard, each.sequenceNumber());
    accepted.add(
        new AcceptedRecord(
            accepted.size() + 1L,
            stream,
            shard,
            each.sequenceNumber(),
            each.partitionKey(),
            each.data(),
            each.approximateArrivalTimestamp()));
  }
}

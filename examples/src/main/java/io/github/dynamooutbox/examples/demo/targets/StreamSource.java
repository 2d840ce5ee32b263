package io.github.dynamooutbox.examples.demo.targets;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.GetRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.Record;
import software.amazon.awssdk.services.kinesis.model.Shard;
import software.amazon.awssdk.services.kinesis.model.ShardIteratorType;

/** Reads all shards of a data stream in turn, each from its beginning. */
final class StreamSource implements Receiver.Source {
  private static final long PAUSE_MILLIS = 200;

  private final KinesisClient kinesis;
  private final Deque<String> iterators = new ArrayDeque<>();

  StreamSource(KinesisClient kinesis, String stream) {
    this.kinesis = kinesis;
    for (Shard shard : kinesis.listShards(request -> request.streamName(stream)).shards()) {
      iterators.add(
          kinesis
              .getShardIterator(
                  request ->
                      request
                          .streamName(stream)
                          .shardId(shard.shardId())
                          .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
              .shardIterator());
    }
  }

  @Override
  public List<String> next() throws InterruptedException {
    List<String> ids = new ArrayList<>();
    for (int shard = iterators.size(); shard > 0; shard--) {
      String iterator = iterators.remove();
      GetRecordsResponse read = kinesis.getRecords(request -> request.shardIterator(iterator));
      for (Record record : read.records()) {
        ids.add(EventIds.ofCloudEvent(record.data().asUtf8String()));
      }
      iterators.add(read.nextShardIterator());
    }
    if (ids.isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    return ids;
  }
}

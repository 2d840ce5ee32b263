package io.github.dynamooutbox.examples.demo.targets;

import io.github.dynamooutbox.examples.demo.totals.LambdaBatch;
import io.github.dynamooutbox.examples.demo.totals.OrderTotals;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
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

/**
 * Reads all shards of a data stream in turn, each from its beginning, and passes the records to the
 * stream's consumer. Failed records are read again.
 */
final class StreamSource implements Receiver.Source {
  private static final long PAUSE_MILLIS = 200;

  /** A batch of this size is handled well within its time limit. */
  private static final int BATCH = 500;

  private final KinesisClient kinesis;
  private final OrderTotals consumer;
  private final Deque<String> iterators = new ArrayDeque<>();

  StreamSource(KinesisClient kinesis, String stream, OrderTotals consumer) {
    this.kinesis = kinesis;
    this.consumer = consumer;
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
      GetRecordsResponse read =
          kinesis.getRecords(request -> request.shardIterator(iterator).limit(BATCH));
      if (consume(read.records())) {
        read.records().forEach(record -> ids.add(event(record).id()));
        iterators.add(read.nextShardIterator());
      } else {
        iterators.add(iterator);
      }
    }
    if (ids.isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    return ids;
  }

  /** Returns whether all records were handled. */
  private boolean consume(List<Record> records) {
    LambdaBatch batch = new LambdaBatch();
    records.stream().filter(it -> OrderTotals.wants(event(it))).forEach(batch::add);
    return consumer.consume(batch).isEmpty();
  }

  private static ReceivedEvent event(Record record) {
    return Envelopes.kinesis(record.data().asByteArray());
  }
}

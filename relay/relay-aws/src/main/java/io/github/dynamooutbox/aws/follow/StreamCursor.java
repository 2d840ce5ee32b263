package io.github.dynamooutbox.aws.follow;

import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Where a shard is read. Used by one thread. */
final class StreamCursor {
  private final DynamoDbStreamsClient streams;
  private final String streamArn;
  private final String shard;
  private ShardIteratorType start;
  private @Nullable String iterator;
  private @Nullable String lastRead;
  private boolean atEnd;

  StreamCursor(
      DynamoDbStreamsClient streams, String streamArn, String shard, ShardIteratorType start) {
    this.streams = streams;
    this.streamArn = streamArn;
    this.shard = shard;
    this.start = start;
    // From here on, however late the first read is.
    this.iterator = open();
  }

  /** Whether the shard is closed and read to its end. */
  boolean isAtEnd() {
    return atEnd;
  }

  /** The next records, possibly none. */
  List<Record> read() {
    try {
      String current = iterator == null ? open() : iterator;
      iterator = current;
      GetRecordsResponse page = streams.getRecords(r -> r.shardIterator(current));
      List<Record> records = page.records();
      if (!records.isEmpty()) {
        lastRead = records.get(records.size() - 1).dynamodb().sequenceNumber();
      }
      iterator = page.nextShardIterator();
      atEnd = iterator == null;
      return records;
    } catch (ExpiredIteratorException e) {
      iterator = null;
      return List.of();
    } catch (TrimmedDataAccessException e) {
      // What was not read within the stream's 24 hours is gone.
      iterator = null;
      lastRead = null;
      start = ShardIteratorType.TRIM_HORIZON;
      return List.of();
    }
  }

  private String open() {
    GetShardIteratorRequest.Builder request =
        GetShardIteratorRequest.builder().streamArn(streamArn).shardId(shard);
    if (lastRead == null) {
      request.shardIteratorType(start);
    } else {
      request.shardIteratorType(ShardIteratorType.AFTER_SEQUENCE_NUMBER).sequenceNumber(lastRead);
    }
    return streams.getShardIterator(request.build()).shardIterator();
  }
}

package io.github.dynamooutbox.localaws.mapping;

import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Reads one shard from its oldest record to its end. Used by one thread. */
final class ShardCursor {
  private final DynamoDbStreamsClient streams;
  private final String streamArn;
  private final String shardId;
  private @Nullable String iterator;
  private @Nullable String lastRead;
  private boolean atEnd;

  ShardCursor(DynamoDbStreamsClient streams, String streamArn, String shardId) {
    this.streams = streams;
    this.streamArn = streamArn;
    this.shardId = shardId;
  }

  /** Whether the shard is closed and read to its end. */
  boolean isAtEnd() {
    return atEnd;
  }

  /** The next records, possibly none. */
  List<Record> read() {
    try {
      if (iterator == null) {
        iterator = openIterator();
      }
      String current = iterator;
      GetRecordsResponse response = streams.getRecords(r -> r.shardIterator(current));
      List<Record> records = response.records();
      if (!records.isEmpty()) {
        lastRead = records.get(records.size() - 1).dynamodb().sequenceNumber();
      }
      iterator = response.nextShardIterator();
      atEnd = iterator == null;
      return records;
    } catch (ExpiredIteratorException e) {
      // Iterators expire after 15 minutes, and a function can fail for longer.
      iterator = null;
      return List.of();
    } catch (TrimmedDataAccessException e) {
      // What was not read within the stream's 24 hours is gone; continue with the oldest record
      // left.
      iterator = null;
      lastRead = null;
      return List.of();
    }
  }

  private String openIterator() {
    GetShardIteratorRequest.Builder request =
        GetShardIteratorRequest.builder().streamArn(streamArn).shardId(shardId);
    if (lastRead == null) {
      request.shardIteratorType(ShardIteratorType.TRIM_HORIZON);
    } else {
      request.shardIteratorType(ShardIteratorType.AFTER_SEQUENCE_NUMBER).sequenceNumber(lastRead);
    }
    return streams.getShardIterator(request.build()).shardIterator();
  }
}

package io.github.dynamooutbox.aws.follow;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Where a shard is read. What was not read within the stream's 24 hours is gone: it logs that, and
 * continues with the oldest record that is left. Not thread-safe.
 */
public final class StreamCursor {
  private static final Logger LOG = LoggerFactory.getLogger(StreamCursor.class);

  private final DynamoDbStreamsClient streams;
  private final String streamArn;
  private final String shard;
  private ShardIteratorType start;
  private @Nullable String iterator;
  private @Nullable String lastRead;
  private boolean atEnd;
  private int gaps;

  /**
   * Opens a shard: begins from now on, however late the first read is.
   *
   * @param start {@code TRIM_HORIZON} or {@code LATEST}
   */
  public StreamCursor(
      DynamoDbStreamsClient streams, String streamArn, String shard, ShardIteratorType start) {
    this.streams = streams;
    this.streamArn = streamArn;
    this.shard = shard;
    this.start = start;
    this.iterator = open();
  }

  /** Whether the shard is closed and read to its end. */
  public boolean isAtEnd() {
    return atEnd;
  }

  /** How often records were deleted before they were read. */
  public int gaps() {
    return gaps;
  }

  /** The next records, possibly none. */
  public List<Record> read() {
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
      LOG.atError()
          .addKeyValue("shard", shard)
          .addKeyValue("after", lastRead == null ? "the beginning" : lastRead)
          .log(
              "Records of the stream were deleted after 24 hours, before they were read. Reading"
                  + " continues with the oldest record that is left");
      gaps++;
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

package io.github.dynamooutbox.kcl.internal.lease;

import io.github.dynamooutbox.kcl.settings.ServiceException;
import java.util.List;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Tries each call that reading a stream takes. KCL retries for ever what it may not do, and says so
 * nowhere; a worker that cannot read would take leases all the same.
 */
public final class StreamAccess {
  private StreamAccess() {}

  /**
   * Reads one record at the most, of the youngest shard that the first answer names.
   *
   * @throws SdkException if a call fails
   */
  public static void tryOut(DynamoDbStreamsClient streams, String arn) {
    List<Shard> shards =
        streams.describeStream(request -> request.streamArn(arn)).streamDescription().shards();
    if (!shards.isEmpty()) {
      String iterator =
          streams
              .getShardIterator(
                  request ->
                      request
                          .streamArn(arn)
                          .shardId(shards.get(shards.size() - 1).shardId())
                          .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
              .shardIterator();
      streams.getRecords(request -> request.shardIterator(iterator).limit(1));
    }
  }

  /**
   * The same for a worker that starts.
   *
   * @throws ServiceException if the stream cannot be read
   */
  public static void require(DynamoDbStreamsClient streams, String arn) {
    try {
      tryOut(streams, arn);
    } catch (SdkException e) {
      throw ServiceException.cannotRead(
          "%s cannot be read (%s): see that it can be reached, and that dynamodb:DescribeStream, GetShardIterator and GetRecords are allowed"
              .formatted(arn, ReadFailures.reason(e)),
          e);
    }
  }
}

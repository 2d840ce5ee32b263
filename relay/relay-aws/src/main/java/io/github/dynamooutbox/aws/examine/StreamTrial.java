package io.github.dynamooutbox.aws.examine;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Tries each call that is needed to read a stream. */
public final class StreamTrial {
  private StreamTrial() {}

  /**
   * Reads at most one record, of the newest shard on the first page of shards.
   *
   * @throws software.amazon.awssdk.core.exception.SdkException if a call fails
   */
  public static void read(DynamoDbStreamsClient streams, String arn) {
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
}

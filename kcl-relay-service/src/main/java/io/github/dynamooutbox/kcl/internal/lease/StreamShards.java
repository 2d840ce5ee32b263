package io.github.dynamooutbox.kcl.internal.lease;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Lists the shards of a stream. */
final class StreamShards {
  private StreamShards() {}

  /**
   * Returns all shards of the stream: those of the last 24 hours.
   *
   * @throws software.amazon.awssdk.core.exception.SdkException if the stream cannot be described
   */
  static List<Shard> of(DynamoDbStreamsClient streams, String arn) {
    List<Shard> shards = new ArrayList<>();
    String after = null;
    do {
      StreamDescription page = page(streams, arn, after);
      shards.addAll(page.shards());
      after = page.lastEvaluatedShardId();
    } while (after != null);
    return shards;
  }

  private static StreamDescription page(
      DynamoDbStreamsClient streams, String arn, @Nullable String after) {
    return streams
        .describeStream(request -> request.streamArn(arn).exclusiveStartShardId(after))
        .streamDescription();
  }

  /** Whether one of these shards belongs to the stream. */
  static boolean containAny(DynamoDbStreamsClient streams, String arn, Collection<String> shards) {
    return !shards.isEmpty()
        && of(streams, arn).stream().map(Shard::shardId).anyMatch(shards::contains);
  }
}

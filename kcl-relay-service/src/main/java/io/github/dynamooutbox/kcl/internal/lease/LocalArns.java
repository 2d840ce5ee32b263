package io.github.dynamooutbox.kcl.internal.lease;

import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.ShardFilter;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * A streams client for DynamoDB Local, whose ARNs name a region that the streams adapter rejects:
 * accepts ARNs with a real region and sends the ones that the server knows.
 */
final class LocalArns extends ForwardingStreams {
  private static final String LOCAL = ":ddblocal:";

  private final String region;

  private LocalArns(DynamoDbStreamsClient client, Region region) {
    super(client);
    this.region = ":" + region.id() + ":";
  }

  /** Wraps the client if the stream is DynamoDB Local's; otherwise returns it as it is. */
  static DynamoDbStreamsClient wrap(DynamoDbStreamsClient client, String arn, Region region) {
    return arn.contains(LOCAL) ? new LocalArns(client, region) : client;
  }

  /** The ARN in the form that the adapter accepts. */
  static String accepted(String arn, Region region) {
    return arn.replace(LOCAL, ":" + region.id() + ":");
  }

  private String known(String arn) {
    return arn.replace(region, LOCAL);
  }

  /**
   * Filters the shards itself: the server ignores filters and returns the children of all shards.
   */
  @Override
  public DescribeStreamResponse describeStream(DescribeStreamRequest request) {
    DescribeStreamRequest.Builder asked = request.toBuilder().streamArn(known(request.streamArn()));
    ShardFilter filter = request.shardFilter();
    if (filter == null) {
      return super.describeStream(asked.build());
    }
    DescribeStreamResponse all =
        super.describeStream(asked.shardFilter((ShardFilter) null).build());
    return all.copy(
        response ->
            response.streamDescription(
                all.streamDescription()
                    .copy(
                        stream ->
                            stream.shards(
                                all.streamDescription().shards().stream()
                                    .filter(shard -> filter.shardId().equals(shard.parentShardId()))
                                    .toList()))));
  }

  @Override
  public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
    return super.getShardIterator(
        request.toBuilder().streamArn(known(request.streamArn())).build());
  }
}

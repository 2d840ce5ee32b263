package io.github.dynamooutbox.kcl.internal.lease;

import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.ListStreamsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListStreamsResponse;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Forwards every call to another client; a base for clients that handle some calls differently. */
abstract class ForwardingStreams implements DynamoDbStreamsClient {
  private final DynamoDbStreamsClient client;

  ForwardingStreams(DynamoDbStreamsClient client) {
    this.client = client;
  }

  @Override
  public ListStreamsResponse listStreams(ListStreamsRequest request) {
    return client.listStreams(request);
  }

  @Override
  public DescribeStreamResponse describeStream(DescribeStreamRequest request) {
    return client.describeStream(request);
  }

  @Override
  public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
    return client.getShardIterator(request);
  }

  @Override
  public GetRecordsResponse getRecords(GetRecordsRequest request) {
    return client.getRecords(request);
  }

  @Override
  public final String serviceName() {
    return client.serviceName();
  }

  @Override
  public final void close() {
    client.close();
  }
}

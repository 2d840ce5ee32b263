package io.github.dynamooutbox.kcl.internal.kcl;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** A streams client that knows when it last read, and how often records were gone. */
public final class ReadClock implements DynamoDbStreamsClient {
  private final DynamoDbStreamsClient client;
  private final AtomicLong reads = new AtomicLong();
  private final AtomicLong trimmed = new AtomicLong();
  private volatile long lastRead = System.nanoTime();

  ReadClock(DynamoDbStreamsClient client) {
    this.client = client;
  }

  /** Since the last read that succeeded, or since the start. */
  public Duration sinceLastRead() {
    return Duration.ofNanos(System.nanoTime() - lastRead);
  }

  public long reads() {
    return reads.get();
  }

  /** How often a position was asked for whose records the stream no longer has. */
  public long trimmed() {
    return trimmed.get();
  }

  @Override
  public DescribeStreamResponse describeStream(DescribeStreamRequest request) {
    return client.describeStream(request);
  }

  @Override
  public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
    try {
      return client.getShardIterator(request);
    } catch (TrimmedDataAccessException e) {
      trimmed.incrementAndGet();
      throw e;
    }
  }

  @Override
  public GetRecordsResponse getRecords(GetRecordsRequest request) {
    try {
      GetRecordsResponse response = client.getRecords(request);
      reads.incrementAndGet();
      lastRead = System.nanoTime();
      return response;
    } catch (TrimmedDataAccessException e) {
      trimmed.incrementAndGet();
      throw e;
    }
  }

  @Override
  public String serviceName() {
    return client.serviceName();
  }

  @Override
  public void close() {
    client.close();
  }
}

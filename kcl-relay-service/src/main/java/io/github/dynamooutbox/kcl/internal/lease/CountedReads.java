package io.github.dynamooutbox.kcl.internal.lease;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** A streams client that counts its reads, how often records were gone, and what failed. */
public final class CountedReads implements DynamoDbStreamsClient {
  private final DynamoDbStreamsClient client;
  private final AtomicLong reads = new AtomicLong();
  private final AtomicLong trimmed = new AtomicLong();

  private final ReadFailures failures;

  CountedReads(DynamoDbStreamsClient client) {
    this(client, System::nanoTime);
  }

  CountedReads(DynamoDbStreamsClient client, LongSupplier nanoTime) {
    this.client = client;
    this.failures = new ReadFailures(nanoTime);
  }

  public long reads() {
    return reads.get();
  }

  /**
   * How often something was asked for that the stream no longer has: records, or a whole shard,
   * which the adapter takes for one that has ended.
   */
  public long trimmed() {
    return trimmed.get();
  }

  public ReadFailures failures() {
    return failures;
  }

  @Override
  public DescribeStreamResponse describeStream(DescribeStreamRequest request) {
    return client.describeStream(request);
  }

  @Override
  public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
    try {
      return client.getShardIterator(request);
    } catch (RuntimeException e) {
      throw noted(e);
    }
  }

  @Override
  public GetRecordsResponse getRecords(GetRecordsRequest request) {
    try {
      GetRecordsResponse response = client.getRecords(request);
      reads.incrementAndGet();
      failures.succeeded();
      return response;
    } catch (RuntimeException e) {
      throw noted(e);
    }
  }

  private RuntimeException noted(RuntimeException failure) {
    if (failure instanceof TrimmedDataAccessException
        || failure instanceof ResourceNotFoundException) {
      trimmed.incrementAndGet();
    }
    failures.failed(failure);
    return failure;
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

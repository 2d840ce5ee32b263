package io.github.dynamooutbox.kcl.internal.lease;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** A streams client that counts reads, requests for trimmed records, and failures. */
public final class CountedReads extends ForwardingStreams {
  private final AtomicLong reads = new AtomicLong();
  private final AtomicLong trimmed = new AtomicLong();

  /** Shards that the stream reported as not found. */
  private final Set<String> notFound = ConcurrentHashMap.newKeySet();

  private final ReadFailures failures;

  CountedReads(DynamoDbStreamsClient client) {
    this(client, System::nanoTime);
  }

  CountedReads(DynamoDbStreamsClient client, LongSupplier nanoTime) {
    super(client);
    this.failures = new ReadFailures(nanoTime);
  }

  public long reads() {
    return reads.get();
  }

  /**
   * How many requests were for something that the stream no longer has: records, or a whole shard,
   * which the adapter treats as ended.
   */
  public long trimmed() {
    return trimmed.get();
  }

  /** Whether the stream reported this shard as not found. */
  public boolean isNotFound(String shard) {
    return notFound.contains(shard);
  }

  public ReadFailures failures() {
    return failures;
  }

  @Override
  public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
    try {
      return super.getShardIterator(request);
    } catch (ResourceNotFoundException e) {
      notFound.add(request.shardId());
      throw counted(e);
    } catch (RuntimeException e) {
      throw counted(e);
    }
  }

  @Override
  public GetRecordsResponse getRecords(GetRecordsRequest request) {
    try {
      GetRecordsResponse response = super.getRecords(request);
      reads.incrementAndGet();
      failures.succeeded();
      return response;
    } catch (RuntimeException e) {
      throw counted(e);
    }
  }

  private RuntimeException counted(RuntimeException failure) {
    if (failure instanceof TrimmedDataAccessException
        || failure instanceof ResourceNotFoundException) {
      trimmed.incrementAndGet();
    }
    failures.failed(failure);
    return failure;
  }
}

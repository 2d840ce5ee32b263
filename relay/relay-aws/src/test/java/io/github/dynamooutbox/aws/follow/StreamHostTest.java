package io.github.dynamooutbox.aws.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

class StreamHostTest {
  private static final long SECONDS = 60;

  /** A closed shard with two records, and its child with one; the child is listed first. */
  private static class TwoShards implements DynamoDbStreamsClient {
    final List<String> iterators = new ArrayList<>();
    private boolean expired;

    @Override
    public DescribeStreamResponse describeStream(DescribeStreamRequest request) {
      Shard parent = Shard.builder().shardId("a").build();
      Shard child = Shard.builder().shardId("b").parentShardId("a").build();
      return DescribeStreamResponse.builder()
          .streamDescription(StreamDescription.builder().shards(child, parent).build())
          .build();
    }

    @Override
    public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
      String iterator =
          "%s %s %s"
              .formatted(request.shardId(), request.shardIteratorType(), request.sequenceNumber());
      iterators.add(iterator);
      return GetShardIteratorResponse.builder().shardIterator(iterator).build();
    }

    @Override
    public GetRecordsResponse getRecords(GetRecordsRequest request) {
      return switch (request.shardIterator()) {
        case "a TRIM_HORIZON null" -> page("next", record("1"));
        case "next" -> {
          if (!expired) {
            expired = true;
            throw ExpiredIteratorException.builder().build();
          }
          throw new IllegalStateException("read twice");
        }
        case "a AFTER_SEQUENCE_NUMBER 1" -> page(null, record("2"));
        case "b TRIM_HORIZON null" -> page("b end", record("3"));
        default -> page(request.shardIterator());
      };
    }

    private static GetRecordsResponse page(String next, Record... records) {
      return GetRecordsResponse.builder().records(records).nextShardIterator(next).build();
    }

    private static Record record(String position) {
      return Record.builder()
          .eventName(OperationType.INSERT)
          .dynamodb(
              change ->
                  change
                      .sequenceNumber(position)
                      .keys(
                          Map.of(
                              "PK", AttributeValue.fromS("OUTBOX#Order#1"),
                              "SK", AttributeValue.fromS(position))))
          .build();
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }

  /** Finishes a record when the test says so. */
  private static final class Shards implements Relay {
    final List<String> submitted = new ArrayList<>();
    volatile boolean holdsFirst = true;

    @Override
    public ShardRelay open(String shard) {
      return new ShardRelay() {
        @Override
        public CompletionStage<Void> submit(List<StreamRecord> records) {
          records.forEach(record -> submitted.add(shard + " " + record.position()));
          return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<Void> settled() {
          return CompletableFuture.completedFuture(null);
        }

        @Override
        public Optional<StreamPosition> firstUnfinished() {
          return holdsFirst ? Optional.of(new StreamPosition("2")) : Optional.empty();
        }

        @Override
        public void saveAhead() {}

        @Override
        public CompletionStage<Optional<StreamPosition>> close() {
          return CompletableFuture.completedFuture(Optional.empty());
        }
      };
    }
  }

  @Test
  void aShardIsReadInOrderAfterItsParentIsFinished() throws Exception {
    TwoShards streams = new TwoShards();
    Shards relay = new Shards();
    BlockingQueue<RecordKey> finished = new LinkedBlockingQueue<>();
    try (StreamHost host =
        StreamHost.start(
            relay,
            OutboxSchema.defaults(),
            streams,
            "arn",
            ShardIteratorType.TRIM_HORIZON,
            finished::add)) {
      assertThat(finished.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo(key("1"));
      assertThat(finished.poll(100, TimeUnit.MILLISECONDS)).as("held by the relay").isNull();
      relay.holdsFirst = false;
      assertThat(finished.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo(key("2"));
      assertThat(finished.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo(key("3"));
      assertThat(host.failure()).isEmpty();
    }
    assertThat(relay.submitted).containsExactly("a 1", "a 2", "b 3");
    assertThat(streams.iterators)
        .containsExactly("a TRIM_HORIZON null", "a AFTER_SEQUENCE_NUMBER 1", "b TRIM_HORIZON null");
  }

  @Test
  void fromNowOnNothingIsReadThatClosedShardsOrTheirChildrenHaveAlready() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    TwoShards streams =
        new TwoShards() {
          @Override
          public DescribeStreamResponse describeStream(DescribeStreamRequest request) {
            Shard parent =
                Shard.builder()
                    .shardId("a")
                    .sequenceNumberRange(range -> range.endingSequenceNumber("2"))
                    .build();
            Shard child = Shard.builder().shardId("b").parentShardId("a").build();
            return DescribeStreamResponse.builder()
                .streamDescription(StreamDescription.builder().shards(parent, child).build())
                .build();
          }

          @Override
          public GetRecordsResponse getRecords(GetRecordsRequest request) {
            begun.countDown();
            return super.getRecords(request);
          }
        };
    StreamHost host =
        StreamHost.start(
            new Shards(),
            OutboxSchema.defaults(),
            streams,
            "arn",
            ShardIteratorType.LATEST,
            record -> {});
    try (host) {
      assertThat(begun.await(SECONDS, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(streams.iterators).containsExactly("b LATEST null");
  }

  private static RecordKey key(String sort) {
    return new RecordKey("OUTBOX#Order#1", sort);
  }

  @Test
  void aStreamThatIsGoneEndsIt() {
    assertThat(failureOf(ResourceNotFoundException.builder().message("gone").build()))
        .isInstanceOf(ResourceNotFoundException.class);
  }

  @Test
  void tellsOfALibraryThatDoesNotFit() {
    assertThat(failureOf(new NoSuchMethodError("atError")))
        .hasCauseInstanceOf(NoSuchMethodError.class);
  }

  private static RuntimeException failureOf(Throwable thrown) {
    DynamoDbStreamsClient failing =
        new TwoShards() {
          @Override
          public DescribeStreamResponse describeStream(DescribeStreamRequest request) {
            if (thrown instanceof Error error) {
              throw error;
            }
            throw (RuntimeException) thrown;
          }
        };
    try (StreamHost host =
        StreamHost.start(
            new Shards(),
            OutboxSchema.defaults(),
            failing,
            "arn",
            ShardIteratorType.LATEST,
            record -> {})) {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
      while (host.failure().isEmpty() && System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      return host.failure().orElseThrow();
    }
  }
}

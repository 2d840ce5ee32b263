package io.github.dynamooutbox.localaws.mapping;

import static io.github.dynamooutbox.localaws.mapping.RecordedFunction.ERROR;
import static io.github.dynamooutbox.localaws.mapping.RecordedFunction.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

class ShardOrderTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Test
  void childrenComeAfterTheirParentEvenIfItFailsForAWhile() throws Exception {
    ScriptedStream stream =
        new ScriptedStream()
            .shard("left", "root", "cd")
            .shard("grandchild", "left", "g")
            .shard("right", "root", "ef")
            .shard("root", "trimmed", "ab");

    String order = deliver(stream, new RecordedFunction(SUCCESS, ERROR, ERROR, ERROR));

    assertThat(order).startsWith("aaaab").hasSize(10);
    assertThat(order.indexOf('c')).isLessThan(order.indexOf('d'));
    assertThat(order.indexOf('d')).isLessThan(order.indexOf('g'));
    assertThat(order.indexOf('e')).isLessThan(order.indexOf('f'));
  }

  @Test
  void anExpiredIteratorIsRenewedWhereReadingStopped() throws Exception {
    ScriptedStream stream = new ScriptedStream().shard("only", null, "abc");
    RecordedFunction function =
        new RecordedFunction(
            SUCCESS,
            records -> {
              stream.failures.add(ExpiredIteratorException.builder().build());
              return SUCCESS.to(records);
            });

    assertThat(deliver(stream, function)).isEqualTo("abc");
  }

  @Test
  void trimmedRecordsAreSkipped() throws Exception {
    ScriptedStream stream = new ScriptedStream().shard("only", null, "abc");
    stream.failures.add(TrimmedDataAccessException.builder().build());

    assertThat(deliver(stream, new RecordedFunction(SUCCESS))).isEqualTo("abc");
  }

  @Test
  void aReadThatFailsIsRepeated() throws Exception {
    ScriptedStream stream = new ScriptedStream().shard("only", null, "abc");
    stream.failures.add(SdkClientException.create("connection reset"));
    stream.failures.add(SdkClientException.create("connection reset"));

    assertThat(deliver(stream, new RecordedFunction(SUCCESS))).isEqualTo("abc");
  }

  @Test
  void aStreamThatIsGoneStopsTheMapping() {
    ScriptedStream stream = new ScriptedStream().shard("only", null, "abc");
    stream.failures.add(ResourceNotFoundException.builder().message("no such stream").build());

    assertThatThrownBy(() -> deliver(stream, new RecordedFunction(SUCCESS)))
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseInstanceOf(ResourceNotFoundException.class)
        .rootCause()
        .hasMessageContaining("no such stream");
  }

  @Test
  void aFailureDestinationThatThrowsStopsTheMappingBeforeItGoesOn() {
    ScriptedStream stream = new ScriptedStream().shard("only", null, "abc");
    RecordedFunction function = new RecordedFunction(ERROR);
    EventSourceMapping.Builder builder =
        EventSourceMapping.builder(stream, ScriptedStream.ARN, function)
            .maximumRetryAttempts(0)
            .onFailure(
                discarded -> {
                  throw new IllegalArgumentException("full");
                });

    try (EventSourceMapping mapping = builder.start()) {
      assertThatThrownBy(() -> mapping.awaitDrained(LIMIT)).hasRootCauseMessage("full");
      assertThat(mapping.progress().positions()).isEmpty();
    }
    assertThat(function.keysPerCall()).containsExactly("a");
  }

  private static String deliver(ScriptedStream stream, RecordedFunction function)
      throws InterruptedException {
    try (EventSourceMapping mapping =
        EventSourceMapping.builder(stream, ScriptedStream.ARN, function)
            .backoff(Duration.ofMillis(1), Duration.ofMillis(2))
            .start()) {
      assertThat(mapping.awaitDrained(LIMIT)).isTrue();
    }
    return String.join("", function.keysPerCall());
  }

  /**
   * A stream of closed shards, since DynamoDB Local never splits one: one shard per page, one
   * record per read.
   */
  private static final class ScriptedStream implements DynamoDbStreamsClient {
    static final String ARN = "arn:aws:dynamodb:ddblocal:000000000000:table/t/stream/1";

    private final Map<String, Shard> shards = new LinkedHashMap<>();
    private final Map<String, List<Record>> records = new LinkedHashMap<>();

    /** Thrown by the next reads, one each. */
    final Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();

    /** A shard that is listed after those before it; each character is a record's key. */
    synchronized ScriptedStream shard(String id, @Nullable String parent, String keys) {
      shards.put(id, Shard.builder().shardId(id).parentShardId(parent).build());
      List<Record> content = new ArrayList<>();
      for (int i = 0; i < keys.length(); i++) {
        content.add(record(keys.substring(i, i + 1), Integer.toString(1000 + i)));
      }
      records.put(id, content);
      return this;
    }

    @Override
    public synchronized DescribeStreamResponse describeStream(DescribeStreamRequest request) {
      List<String> ids = List.copyOf(shards.keySet());
      int page =
          request.exclusiveStartShardId() == null
              ? 0
              : ids.indexOf(request.exclusiveStartShardId()) + 1;
      String last = page + 1 < ids.size() ? ids.get(page) : null;
      return DescribeStreamResponse.builder()
          .streamDescription(
              StreamDescription.builder()
                  .streamArn(ARN)
                  .keySchema(
                      KeySchemaElement.builder().attributeName("PK").keyType(KeyType.HASH).build())
                  .shards(shards.get(ids.get(page)))
                  .lastEvaluatedShardId(last)
                  .build())
          .build();
    }

    @Override
    public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
      int from =
          request.shardIteratorType() == ShardIteratorType.TRIM_HORIZON
              ? 0
              : Integer.parseInt(request.sequenceNumber()) - 1000 + 1;
      return GetShardIteratorResponse.builder()
          .shardIterator(request.shardId() + "@" + from)
          .build();
    }

    @Override
    public synchronized GetRecordsResponse getRecords(GetRecordsRequest request) {
      RuntimeException failure = failures.poll();
      if (failure != null) {
        throw failure;
      }
      String[] position = request.shardIterator().split("@", 2);
      int index = Integer.parseInt(position[1]);
      List<Record> content = records.get(position[0]);
      if (index >= content.size()) {
        return GetRecordsResponse.builder().build();
      }
      return GetRecordsResponse.builder()
          .records(content.get(index))
          .nextShardIterator(position[0] + "@" + (index + 1))
          .build();
    }

    @Override
    public String serviceName() {
      return "dynamodb";
    }

    @Override
    public void close() {}

    private static Record record(String key, String sequenceNumber) {
      return Record.builder()
          .eventID(sequenceNumber)
          .eventName(OperationType.INSERT)
          .eventVersion("1.1")
          .eventSource("aws:dynamodb")
          .awsRegion("ddblocal")
          .dynamodb(
              StreamRecord.builder()
                  .approximateCreationDateTime(Instant.EPOCH)
                  .keys(Map.of("PK", AttributeValue.fromS(key)))
                  .sequenceNumber(sequenceNumber)
                  .sizeBytes(1L)
                  .streamViewType(StreamViewType.NEW_IMAGE)
                  .build())
          .build();
    }
  }
}

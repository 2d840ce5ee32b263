package io.github.dynamooutbox.localaws.mapping;

import static io.github.dynamooutbox.localaws.mapping.RecordedFunction.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping.SwapScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

class EventSourceMappingIT extends MappedTable {
  @Test
  void recordsComeInOrderAndInBatchesOfTheSizeAskedFor() throws Exception {
    put("a", "b", "c", "d", "e");
    RecordedFunction function = new RecordedFunction(SUCCESS);

    MappingProgress progress = run(function, mapping(function).batchSize(2));

    assertThat(function.keysPerCall()).containsExactly("ab", "cd", "e");
    assertThat(progress.recordsDelivered()).isEqualTo(5);
    assertThat(progress.invocations()).isEqualTo(3);
    assertThat(progress.retries()).isZero();
  }

  @Test
  void onlyRecordsThatAFilterTakesReachTheFunction() throws Exception {
    put("a", "x1", "b", "x2", "y");
    RecordedFunction function = new RecordedFunction(SUCCESS);

    MappingProgress progress =
        run(
            function,
            mapping(function)
                .filter("{\"dynamodb\":{\"Keys\":{\"PK\":{\"S\":[{\"prefix\":\"x\"}]}}}}")
                .filter(
                    "{\"eventName\":[\"INSERT\"],\"dynamodb\":{\"Keys\":{\"PK\":{\"S\":[\"y\"]}}}}"));

    assertThat(function.keysPerCall()).containsExactly("x1x2y");
    assertThat(progress.recordsRead()).isEqualTo(5);
    assertThat(progress.recordsFiltered()).isEqualTo(2);
  }

  @Test
  void aFilterThatIsNoEventPatternIsRefused() {
    EventSourceMapping.Builder mapping = mapping(new RecordedFunction(SUCCESS));

    assertThatThrownBy(() -> mapping.filter("{\"eventName\":\"INSERT\"}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid event pattern: {\"eventName\":\"INSERT\"}")
        .cause()
        .hasMessageContaining("eventName");
  }

  @Test
  void aBatchingWindowCollectsWhatIsCommittedWhileItIsOpen() throws Exception {
    RecordedFunction function = new RecordedFunction(SUCCESS);
    try (EventSourceMapping mapping =
        mapping(function).batchSize(4).batchingWindow(Duration.ofMinutes(1)).start()) {
      put("a", "b");
      put("c", "d");

      assertThat(mapping.awaitDrained(Duration.ofSeconds(20))).isTrue();
      assertThat(function.keysPerCall()).containsExactly("abcd");
    }
  }

  @Test
  void aBatchThatIsNotFullGoesOutWhenItsWindowEnds() throws Exception {
    put("a", "b");
    RecordedFunction function = new RecordedFunction(SUCCESS);

    run(function, mapping(function).batchSize(4).batchingWindow(Duration.ofMillis(200)));

    assertThat(function.keysPerCall()).containsExactly("ab");
  }

  @Test
  void swappingMovesNeighboursOfDifferentItemsAndLeavesPositionsRising() throws Exception {
    String[] keys =
        Stream.iterate(0, i -> i + 1).limit(60).map(i -> "<" + i + ">").toArray(String[]::new);
    put(keys);
    RecordedFunction function = new RecordedFunction(SUCCESS);

    run(function, mapping(function).swapNeighbours(7, SwapScope.DIFFERENT_ITEMS));

    List<JsonNode> records = function.calls.stream().flatMap(List::stream).toList();
    List<String> seen = records.stream().map(RecordedFunction::key).toList();
    assertThat(seen).containsExactlyInAnyOrder(keys).isNotEqualTo(List.of(keys));
    for (int i = 0; i < keys.length; i++) {
      assertThat(seen.indexOf(keys[i])).isBetween(i - 1, i + 1);
    }
    assertThat(records).extracting(RecordedFunction::sequence).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void swappingNeverMovesTheChangesOfOneItemOrWhereAskedOneKey() throws Exception {
    List<String> sortKeys = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      sortKeys.add(String.format("%02d", i));
      table.put("same", sortKeys.get(i));
    }
    RecordedFunction function = new RecordedFunction(SUCCESS);

    run(function, mapping(function).swapNeighbours(7, SwapScope.DIFFERENT_PARTITION_KEYS));

    assertThat(function.calls.stream().flatMap(List::stream))
        .extracting(record -> record.at("/dynamodb/Keys/SK/S").asText())
        .containsExactlyElementsOf(sortKeys);
  }

  /** As on a machine with much else to do. */
  @Test
  void isNotDrainedBeforeASlowStreamHasShownWhatIsCommitted() throws Exception {
    put("a");
    RecordedFunction function = new RecordedFunction(SUCCESS);
    try (EventSourceMapping mapping =
        EventSourceMapping.builder(new SlowStream(streams), table.streamArn(), function).start()) {
      assertThat(mapping.awaitDrained(Duration.ofMinutes(1))).isTrue();
      assertThat(function.keysPerCall()).containsExactly("a");
    }
  }

  @Test
  void closingInterruptsARunningCall() throws Exception {
    put("a");
    var entered = new CountDownLatch(1);
    var interrupted = new CountDownLatch(1);
    EventSourceMapping mapping =
        EventSourceMapping.builder(
                streams,
                table.streamArn(),
                event -> {
                  entered.countDown();
                  try {
                    return new CompletableFuture<byte[]>().get();
                  } catch (InterruptedException e) {
                    interrupted.countDown();
                    throw e;
                  } catch (ExecutionException e) {
                    throw new IllegalStateException(e);
                  }
                })
            .start();
    entered.await();

    mapping.close();

    assertThat(interrupted.getCount()).isZero();
  }

  /** Reads take long, and the first ones find nothing. */
  private record SlowStream(DynamoDbStreamsClient stream, AtomicInteger reads)
      implements DynamoDbStreamsClient {
    private static final int EMPTY_READS = 6;

    SlowStream(DynamoDbStreamsClient stream) {
      this(stream, new AtomicInteger());
    }

    @Override
    public DescribeStreamResponse describeStream(DescribeStreamRequest request) {
      return stream.describeStream(request);
    }

    @Override
    public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
      return stream.getShardIterator(request);
    }

    @Override
    public GetRecordsResponse getRecords(GetRecordsRequest request) {
      LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
      return reads.incrementAndGet() <= EMPTY_READS
          ? GetRecordsResponse.builder().nextShardIterator(request.shardIterator()).build()
          : stream.getRecords(request);
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }
}

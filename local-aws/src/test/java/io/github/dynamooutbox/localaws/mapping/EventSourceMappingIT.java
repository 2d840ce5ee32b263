package io.github.dynamooutbox.localaws.mapping;

import static io.github.dynamooutbox.localaws.mapping.RecordedFunction.ERROR;
import static io.github.dynamooutbox.localaws.mapping.RecordedFunction.SUCCESS;
import static io.github.dynamooutbox.localaws.mapping.RecordedFunction.answer;
import static io.github.dynamooutbox.localaws.mapping.RecordedFunction.failAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.StreamTable;
import io.github.dynamooutbox.localaws.dynamodb.DynamoDbLocal;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping.SwapScope;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

class EventSourceMappingIT {
  private static final AtomicInteger TABLES = new AtomicInteger();

  private static DynamoDbLocal server;
  private static DynamoDbClient dynamoDb;
  private static DynamoDbStreamsClient streams;

  private StreamTable table;

  @BeforeAll
  static void startServer() {
    server = DynamoDbLocal.start();
    dynamoDb = LocalClients.dynamoDb(server.endpoint());
    streams = LocalClients.dynamoDbStreams(server.streamsEndpoint());
  }

  @AfterAll
  static void stopServer() {
    streams.close();
    dynamoDb.close();
    server.close();
  }

  @BeforeEach
  void createTable() {
    table = StreamTable.create(dynamoDb, "table-" + TABLES.incrementAndGet());
  }

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
        .isInstanceOf(IllegalArgumentException.class);
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
  void theLowestReportedPositionIsTheCheckpoint() throws Exception {
    put("a", "b", "c", "d");
    RecordedFunction function = new RecordedFunction(SUCCESS, failAt(2, 1, 3));

    MappingProgress progress = run(function, mapping(function).reportItemFailures());

    assertThat(function.keysPerCall()).containsExactly("abcd", "bcd");
    assertThat(progress.retries()).isEqualTo(1);
    assertThat(progress.recordsDelivered()).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"batchItemFailures\":[{\"itemIdentifier\":\"4711\"}]}",
        "{\"batchItemFailures\":[{\"itemIdentifier\":\"\"}]}",
        "{\"batchItemFailures\":[{\"itemIdentifier\":null}]}",
        "{\"batchItemFailures\":[{\"itemId\":\"1\"}]}",
        "{\"batchItemFailures\":\"none\"}",
        "\"done\"",
        "{\"batchItemF",
        ""
      })
  void anAnswerThatNamesNoRecordOfTheBatchFailsAllOfIt(String response) throws Exception {
    put("a", "b");
    RecordedFunction function = new RecordedFunction(SUCCESS, answer(response));

    run(function, mapping(function).reportItemFailures());

    assertThat(function.keysPerCall()).containsExactly("ab", "ab");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"batchItemFailures\":[]}", "{\"batchItemFailures\":null}", "{}", "null"})
  void anAnswerWithoutFailuresIsSuccess(String response) throws Exception {
    put("a", "b");
    RecordedFunction function = new RecordedFunction(answer(response));

    MappingProgress progress = run(function, mapping(function).reportItemFailures());

    assertThat(function.keysPerCall()).containsExactly("ab");
    assertThat(progress.failedInvocations()).isZero();
  }

  @Test
  void reportedFailuresDoNotCountUnlessTheMappingAsksForThem() throws Exception {
    put("a", "b");
    RecordedFunction function = new RecordedFunction(SUCCESS, failAt(0));

    run(function, mapping(function));

    assertThat(function.keysPerCall()).containsExactly("ab");
  }

  @Test
  void aBatchIsRepeatedUntilItSucceedsBeforeTheNextOneIsTried() throws Exception {
    put("a", "b", "c");
    RecordedFunction function = new RecordedFunction(SUCCESS, ERROR, ERROR, ERROR);

    MappingProgress progress = run(function, mapping(function).batchSize(2));

    assertThat(function.keysPerCall()).containsExactly("ab", "ab", "ab", "ab", "c");
    assertThat(progress.failedInvocations()).isEqualTo(3);
    assertThat(progress.retries()).isEqualTo(3);
  }

  @Test
  void bisectingNarrowsAFailureDownToItsRecordAndKeepsTheOrder() throws Exception {
    put("a", "b", "c", "d");
    RecordedFunction function =
        new RecordedFunction(
            records -> {
              if (RecordedFunction.keys(records).contains("c")) {
                return ERROR.to(records);
              }
              return SUCCESS.to(records);
            });
    List<DiscardedBatch> discarded = new CopyOnWriteArrayList<>();

    run(
        function,
        mapping(function).bisectOnError().maximumRetryAttempts(1).onFailure(discarded::add));

    assertThat(function.keysPerCall()).containsExactly("abcd", "ab", "cd", "c", "c", "d");
    assertThat(discarded).hasSize(1);
  }

  @Test
  void whatExceedsTheAttemptsGoesToTheDestinationWholeAndTheShardGoesOn() throws Exception {
    put("a", "b", "c");
    RecordedFunction function = new RecordedFunction(SUCCESS, ERROR, ERROR, ERROR);
    List<DiscardedBatch> discarded = new CopyOnWriteArrayList<>();

    MappingProgress progress =
        run(
            function,
            mapping(function).batchSize(2).maximumRetryAttempts(2).onFailure(discarded::add));

    assertThat(function.keysPerCall()).containsExactly("ab", "ab", "ab", "c");
    assertThat(progress.recordsDiscarded()).isEqualTo(2);
    DiscardedBatch batch = discarded.get(0);
    assertThat(batch.reason()).isEqualTo(DiscardedBatch.Reason.RETRY_ATTEMPTS_EXHAUSTED);
    assertThat(batch.attempts()).isEqualTo(3);
    List<JsonNode> records =
        RecordedFunction.records(batch.event().getBytes(StandardCharsets.UTF_8));
    assertThat(RecordedFunction.keys(records)).isEqualTo("ab");
    assertThat(records).extracting(RecordedFunction::sequence).isEqualTo(batch.sequenceNumbers());
  }

  @Test
  void recordsOlderThanTheLimitAreGivenUpWithoutACall() throws Exception {
    put("a", "b");
    RecordedFunction function = new RecordedFunction(SUCCESS);
    List<DiscardedBatch> discarded = new CopyOnWriteArrayList<>();

    run(
        function,
        mapping(function)
            .maximumRecordAge(Duration.ofHours(1))
            .clock(Clock.offset(Clock.systemUTC(), Duration.ofHours(2)))
            .onFailure(discarded::add));

    assertThat(function.calls).isEmpty();
    assertThat(discarded)
        .extracting(DiscardedBatch::reason)
        .containsExactly(DiscardedBatch.Reason.RECORD_AGE_EXCEEDED);
    assertThat(discarded.get(0).sequenceNumbers()).hasSize(2);
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

  private void put(String... keys) {
    for (String key : keys) {
      table.put(key, "1");
    }
  }

  private EventSourceMapping.Builder mapping(RecordedFunction function) {
    return EventSourceMapping.builder(streams, table.streamArn(), function)
        .backoff(Duration.ofMillis(1), Duration.ofMillis(5));
  }

  private static MappingProgress run(RecordedFunction function, EventSourceMapping.Builder builder)
      throws InterruptedException {
    try (EventSourceMapping mapping = builder.start()) {
      assertThat(mapping.awaitDrained(Duration.ofSeconds(20)))
          .as("drained; calls so far: %s", function.keysPerCall())
          .isTrue();
      return mapping.progress();
    }
  }
}

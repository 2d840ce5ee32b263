package io.github.dynamooutbox.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.localaws.FakeDynamoDb;
import io.github.dynamooutbox.operations.internal.read.ReadRate;
import io.github.dynamooutbox.operations.internal.read.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** The records of many aggregates, several queries at the same time. */
@Timeout(20)
class ReadAheadTest {
  private static final int ORDERS = 30;
  private static final int PAGES = 3;
  private static final int UNITS_PER_SECOND = 300;

  private final ExecutorService threads = Executors.newFixedThreadPool(2 * SourceRecords.AT_ONCE);
  private final Orders client = new Orders();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  @Test
  void passesOnAggregatesAndTheirPagesInOrder() {
    List<String> read = new ArrayList<>();

    readAll(new ReadRate(0, () -> false), read);

    assertThat(read)
        .isEqualTo(
            IntStream.range(0, ORDERS)
                .boxed()
                .flatMap(
                    order ->
                        IntStream.rangeClosed(1, PAGES + 1)
                            .mapToObj(v -> v > PAGES ? "end" : order(order) + "-" + v))
                .toList());
    assertThat(client.together.most()).isEqualTo(SourceRecords.AT_ONCE);
  }

  @Test
  void takesNoMoreUnitsThanItMay() {
    long start = System.nanoTime();

    readAll(new ReadRate(UNITS_PER_SECOND, () -> false), new ArrayList<>());

    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isGreaterThanOrEqualTo(Duration.ofMillis(1_000L * ORDERS * PAGES / UNITS_PER_SECOND));
  }

  private void readAll(ReadRate rate, List<String> read) {
    new SourceRecords(client, StoredRecords.TABLE, threads)
        .fromEach(
            IntStream.range(0, ORDERS).mapToObj(ReadAheadTest::key).toList(),
            rate::spent,
            record ->
                read.add(
                    record.record().aggregate().id()
                        + "-"
                        + record.record().sequence().orElseThrow()),
            () -> read.add("end"));
  }

  private static RecordKey key(int order) {
    return StoredRecords.key(order(order), 1);
  }

  private static String order(int order) {
    return "order-" + order;
  }

  /** A page of one record each; the first query is answered after others have been. */
  private static final class Orders implements FakeDynamoDb {
    private final Together together = new Together(SourceRecords.AT_ONCE);

    @Override
    public QueryResponse query(QueryRequest request) {
      together.await();
      return answer(request);
    }

    private static QueryResponse answer(QueryRequest request) {
      String partition = Objects.requireNonNull(request.expressionAttributeValues().get(":pk")).s();
      long version =
          request.hasExclusiveStartKey()
              ? Long.parseLong(request.exclusiveStartKey().get("version").s()) + 1
              : 1;
      QueryResponse.Builder answer =
          QueryResponse.builder()
              .items(
                  List.of(
                      StoredRecords.item(
                          partition.substring(partition.lastIndexOf('#') + 1), version)))
              .consumedCapacity(units -> units.capacityUnits(1.0));
      if (version < PAGES) {
        answer.lastEvaluatedKey(Map.of("version", AttributeValue.fromS("" + version)));
      }
      return answer.build();
    }
  }
}

package io.github.dynamooutbox.operations.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.localaws.FakeDynamoDb;
import io.github.dynamooutbox.operations.audit.AuditReport.Counts;
import io.github.dynamooutbox.operations.internal.read.ReadRate;
import io.github.dynamooutbox.operations.internal.read.Together;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Many events without a receipt, several of them asked about at the same time. */
@Timeout(20)
class SecondLookTest {
  private static final int RECORDS = 40;
  private static final int EVENTS_OF_A_RECORD = 3;
  private static final Instant WRITTEN = Instant.parse("2026-11-01T00:00:00Z");

  /** One unit for each event's marks, and one for each record. */
  private static final int UNITS = RECORDS * EVENTS_OF_A_RECORD + RECORDS;

  private static final int UNITS_PER_SECOND = 400;

  @TempDir Path directory;

  private final ExecutorService threads = Executors.newFixedThreadPool(2 * SecondLook.AT_ONCE);
  private final TargetBits targets = new TargetBits(List.of("bus"));
  private final Tally tally = new Tally(targets);
  private final Tables tables = new Tables();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  @Test
  void tellsWhatIsMissingInTheOrderOfTheBooks() {
    List<Missing> missing = look(0);

    assertThat(missing.stream().map(each -> each.event().id()).toList()).isEqualTo(ids());
    assertThat(missing)
        .allSatisfy(
            each ->
                assertThat(each.recordGone())
                    .as(each.event().record().sort())
                    .isEqualTo(isGone(each.event().record().sort())));
    assertThat(tally.counts()).containsEntry("bus", new Counts(0, 0, 0, 0, missing.size(), 0));
    assertThat(tables.together.most()).isEqualTo(SecondLook.AT_ONCE);
    assertThat(tables.reads).hasValue(RECORDS);
  }

  @Test
  void takesNoMoreUnitsThanItMay() {
    long start = System.nanoTime();

    look(UNITS_PER_SECOND);

    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isGreaterThanOrEqualTo(Duration.ofMillis(1_000L * UNITS / UNITS_PER_SECOND));
  }

  private List<Missing> look(int unitsPerSecond) {
    AuditBooks books = new AuditBooks(directory, "second", 1, Long.MAX_VALUE);
    for (int record = 0; record < RECORDS; record++) {
      for (int index = 0; index < EVENTS_OF_A_RECORD; index++) {
        CommittedEvent event =
            new CommittedEvent(
                new RecordKey("OUTBOX#Order#1", "%04d".formatted(record)),
                index,
                record + "-" + index,
                "Changed",
                WRITTEN,
                WRITTEN.plus(Duration.ofDays(7)));
        books.add(new Found(event, targets.bit("bus"), 0));
      }
    }
    List<Missing> missing = new ArrayList<>();
    new SecondLook(sources(unitsPerSecond), targets, tally, AuditProgress.NONE, missing::add)
        .judge(
            books,
            RECORDS * EVENTS_OF_A_RECORD,
            WRITTEN.plusSeconds(1),
            WRITTEN.minusSeconds(1),
            threads);
    return missing;
  }

  private TableSources sources(int unitsPerSecond) {
    return new TableSources(
        tables,
        "orders",
        OutboxSchema.defaults(),
        ControlTable.builder(tables, "control", "orders", Runnable::run).build(),
        "the control table",
        new ReadRate(unitsPerSecond, () -> false));
  }

  private static List<String> ids() {
    return IntStream.range(0, RECORDS)
        .boxed()
        .flatMap(
            record ->
                IntStream.range(0, EVENTS_OF_A_RECORD).mapToObj(index -> record + "-" + index))
        .toList();
  }

  private static boolean isGone(String sort) {
    return Integer.parseInt(sort) % 2 == 1;
  }

  /** No marks, and every second record; the first event is answered after others have been. */
  private static final class Tables implements FakeDynamoDb {
    private final AtomicInteger reads = new AtomicInteger();
    private final Together together = new Together(SecondLook.AT_ONCE);

    @Override
    public QueryResponse query(QueryRequest request) {
      together.await();
      return QueryResponse.builder()
          .items(List.of())
          .consumedCapacity(units -> units.capacityUnits(1.0))
          .build();
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
      reads.incrementAndGet();
      AttributeValue sort = Objects.requireNonNull(request.key().get("SK"));
      GetItemResponse.Builder answer =
          GetItemResponse.builder().consumedCapacity(units -> units.capacityUnits(1.0));
      return isGone(sort.s()) ? answer.build() : answer.item(Map.of("SK", sort)).build();
    }
  }
}

package io.github.dynamooutbox.operations.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.aws.control.EventMark;
import io.github.dynamooutbox.aws.control.ReceiptReader;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.localaws.FakeDynamoDb;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Receipts are looked for in a bounded number of partitions, whatever a writer's clock said. */
class ReceiptSearchTest {
  private static final Instant NOW = Instant.parse("2026-11-26T10:00:00Z");
  private static final long PARTITIONS_A_DAY = 24 * 4;

  private final AtomicInteger queries = new AtomicInteger();

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 5_000_000_000_000_000_000L, Long.MAX_VALUE})
  void endsWhateverTheWritersClockSaid(long writtenAt) {
    search(Instant.ofEpochMilli(writtenAt));

    assertThat(queries.get())
        .isLessThanOrEqualTo(
            (int) ((ReceiptReader.LONGEST_RETENTION.toDays() + 6) * PARTITIONS_A_DAY))
        .isGreaterThanOrEqualTo(
            (int) (ReceiptReader.LONGEST_RETENTION.toDays() * PARTITIONS_A_DAY));
  }

  @Test
  void readsFromTheCommitOn() {
    search(NOW.minus(Duration.ofHours(3)));

    assertThat(queries.get()).isBetween(3 * 4, 8 * 4);
  }

  private void search(Instant writtenAt) {
    ControlTable control =
        ControlTable.builder(new Nothing(), "control", "orders", Runnable::run).build();
    ReceiptSearch search = new ReceiptSearch(control.receiptReader(), "control", () -> NOW);
    EventMark event = EventMark.of(new RecordKey("OUTBOX#Order#1", "1"), 0, 0, "e-1");

    search.run(Set.of(event), ReceiptReader.earliest(writtenAt, NOW));

    assertThat(search.published(event)).isEmpty();
  }

  private final class Nothing implements FakeDynamoDb {
    @Override
    public QueryResponse query(QueryRequest request) {
      queries.incrementAndGet();
      return QueryResponse.builder().consumedCapacity(units -> units.capacityUnits(0.5)).build();
    }
  }
}

package io.github.dynamooutbox.operations.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.control.EventMark;
import io.github.dynamooutbox.aws.control.StoredReceipt;
import io.github.dynamooutbox.aws.control.StoredReceipt.Handled;
import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.Routing;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import io.github.dynamooutbox.relay.route.Rule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the state of an audit takes; {@code -Doutbox.audit.records=N} tries so many, in the heap
 * that the JVM has, and {@code -Doutbox.audit.hot=P} with so many of a hundred in one aggregate.
 */
class AuditSizeTest {
  private static final long RECORDS = Long.getLong("outbox.audit.records", 20_000);
  private static final int HOT = Integer.getInteger("outbox.audit.hot", 0);
  private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");
  private static final int PAGE = 1_000;

  /** One in so many has no receipt. */
  private static final int LOST = 1_000;

  @TempDir Path directory;
  private long stateBytes;

  @Test
  void takesFewBytesForEachRecord() {
    Instant now = START.plus(Duration.ofDays(3));
    AuditRequest request =
        new AuditRequest(
            START,
            now,
            Duration.ZERO,
            Duration.ZERO,
            Optional.empty(),
            Duration.ofDays(7),
            1,
            directory.resolve("state"));
    Audit.Subject subject =
        new Audit.Subject(
            "orders",
            AuditWorld.CODEC,
            new Routing(List.of(Rule.all("bus"))),
            List.of("bus"),
            Set.of(),
            OutboxAudit.BUCKETS,
            OutboxAudit.BYTES_AT_ONCE);

    AuditReport report =
        new Audit(new Many(), subject, request, () -> now, pause -> {}, AuditProgress.NONE)
            .run(Runnable::run, missing -> measure());

    assertThat(report.events()).isEqualTo(RECORDS);
    assertThat(report.missing()).isEqualTo(RECORDS / LOST);
    System.out.printf("%,d records: %.1f bytes each%n", RECORDS, stateBytes / (double) RECORDS);
    assertThat(stateBytes / RECORDS).isBetween(100L, 260L);
  }

  private void measure() {
    if (stateBytes > 0) {
      return;
    }
    try (Stream<Path> files = Files.list(directory.resolve("state"))) {
      stateBytes = files.mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ten records for each order, and the rest for one, made when they are read. */
  private static final class Many implements AuditSources {
    private static RecordKey key(long number) {
      return AuditWorld.CODEC.key(aggregate(number), sequence(number));
    }

    private static boolean isHot(long number) {
      return number / 10 % 100 < HOT;
    }

    private static long sequence(long number) {
      return isHot(number) ? number + 1 : number % 10 + 1;
    }

    private static AggregateKey aggregate(long number) {
      if (isHot(number)) {
        return new AggregateKey("Order", "hot");
      }
      return new AggregateKey("Order", new UUID(number / 10 * 0x9E3779B97F4A7C15L, 7).toString());
    }

    private static String id(long number) {
      return new UUID(number, number).toString();
    }

    private static Instant written(long number) {
      return START.plusMillis(number % 86_400_000);
    }

    private static ItemView item(long number) {
      OutboxEvent event =
          new OutboxEvent(
              id(number),
              "OrderPlaced",
              written(number),
              "application/json",
              Optional.empty(),
              Payload.of("{}"),
              Optional.empty(),
              Map.of(),
              Item.builder().build());
      CommitContext context = CommitContext.of("/orders", written(number), "eu-west-1");
      OutboxRecord record =
          new OutboxRecord(
              aggregate(number),
              OptionalLong.of(sequence(number)),
              List.of(event),
              context,
              written(number).plus(Duration.ofDays(7)),
              Item.builder().build());
      return AuditWorld.CODEC.encode(key(number), record);
    }

    @Override
    public Page scan(int part, int parts, Optional<String> from) {
      long first = from.map(Long::parseLong).orElse(0L);
      long end = Math.min(RECORDS, first + PAGE);
      List<ItemView> items = LongStream.range(first, end).mapToObj(Many::item).toList();
      return new Page(
          items, items.size(), end < RECORDS ? Optional.of("" + end) : Optional.empty());
    }

    @Override
    public TableSize size() {
      return new TableSize(RECORDS, 0);
    }

    @Override
    public void parked(Consumer<ParkedEvent> each) {}

    @Override
    public void receipts(Instant from, Instant to, Consumer<StoredReceipt> each) {
      List<Handled> handled = new ArrayList<>();
      for (long number = 0; number < RECORDS; number++) {
        if (number % LOST != LOST - 1) {
          long written = written(number).toEpochMilli();
          EventMark mark = EventMark.of(key(number), written, 0, id(number));
          handled.add(
              new Handled(mark, written(number), Optional.of(Set.of("bus")), Set.of("bus")));
        }
        if (handled.size() == 100 || number == RECORDS - 1) {
          Instant at = START.plus(Duration.ofDays(1));
          each.accept(
              new StoredReceipt(
                  at, at.plus(Duration.ofDays(8)), Optional.of(List.copyOf(handled))));
          handled.clear();
        }
      }
    }

    @Override
    public List<WayOut> decisions(String eventId) {
      return List.of();
    }

    @Override
    public boolean exists(RecordKey record) {
      return true;
    }
  }
}

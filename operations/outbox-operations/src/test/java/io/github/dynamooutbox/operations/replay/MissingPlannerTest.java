package io.github.dynamooutbox.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.localaws.FakeDynamoDb;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import io.github.dynamooutbox.operations.audit.CommittedEvent;
import io.github.dynamooutbox.operations.audit.Missing;
import io.github.dynamooutbox.operations.internal.read.ReadRate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * More than is held in memory at once; {@code -Doutbox.replay.missing=N} tries so many, in the heap
 * that the JVM has, {@code -Doutbox.replay.hot=true} with all of them in one aggregate, and {@code
 * -Doutbox.replay.each=N} with so many in a record.
 */
class MissingPlannerTest {
  private static final long MISSING = Long.getLong("outbox.replay.missing", 101_000);
  private static final int OF_A_RECORD = Integer.getInteger("outbox.replay.each", 10);
  private static final long OF_AN_ORDER =
      Boolean.getBoolean("outbox.replay.hot") ? MISSING / OF_A_RECORD : 10;
  private static final int PAGE = 1_000;
  private static final long BYTES_AT_ONCE = Math.min(MissingPlanner.BYTES_AT_ONCE, 4 * MISSING);

  /** docs/cli.md has the figures, for records of one event and of ten. */
  private static final long BYTES_AN_EVENT = 300;

  private static final RecordCodec CODEC = new RecordCodec(OutboxSchema.defaults());

  @TempDir Path directory;
  private final Instant start = Instant.now().minus(Duration.ofHours(3));
  private final Disk disk = new Disk();

  @Test
  void plansManyAPartAtATime() throws IOException {
    Tables tables = new Tables();
    ControlTable control = ControlTable.builder(tables, "control", "orders", Runnable::run).build();
    ReplayPlan made;
    try (Planner plan =
        new Planner(directory, new ParkedLanes(control, "control"), Set.of("bus"))) {
      try (MissingPlanner planner =
          new MissingPlanner(
              new SourceRecords(tables, StoredRecords.TABLE, Runnable::run),
              Set.of("bus"),
              Optional.empty(),
              plan,
              disk,
              new ReadRate(0, () -> false),
              directory,
              BYTES_AT_ONCE)) {
        for (long order = 0; order < MISSING / OF_AN_ORDER / OF_A_RECORD; order++) {
          missing(order, planner::add);
          planner.endOfPart();
        }
        planner.plan(control.receiptReader(), "control");
      }
      made = plan.finish("orders", true);
    }

    assertThat(made.records()).isEqualTo(MISSING / OF_A_RECORD);
    assertThat(made.events()).isEqualTo(MISSING);
    assertThat(made.lanesAgain() + made.gone() + made.notConfigured()).isZero();
    try (Stream<String> lines = Files.lines(PlanFile.in(directory))) {
      assertThat(lines.count()).isEqualTo(MISSING / OF_A_RECORD);
    }
    System.out.printf("FIGURE plan, bytes of disk an event: %d%n", disk.most / MISSING);
    assertThat(disk.most).isLessThan(BYTES_AN_EVENT * MISSING);
    // At the end of the range an hour is read once, and elsewhere by two slices.
    assertThat(Collections.min(tables.receiptReads.values())).isEqualTo(1);
    assertThat(Collections.max(tables.receiptReads.values())).isLessThanOrEqualTo(2);
  }

  private void missing(long order, Consumer<Missing> each) {
    for (long version = 1; version <= OF_AN_ORDER; version++) {
      for (int index = 0; index < OF_A_RECORD; index++) {
        CommittedEvent event =
            new CommittedEvent(
                CODEC.key(aggregate(order), version),
                index,
                id(order, version, index),
                "OrderPlaced",
                writtenAt(version),
                start.plus(Duration.ofDays(7)));
        each.accept(new Missing(event, List.of("bus"), false, false));
      }
    }
  }

  private Instant writtenAt(long version) {
    return start.plusSeconds(version % 3_600);
  }

  private static AggregateKey aggregate(long order) {
    return new AggregateKey("Order", Long.toString(order));
  }

  private static String id(long order, long version, int index) {
    return order + "-" + version + "-" + index;
  }

  /** How much the directory takes at most, looked at once in a while. */
  private final class Disk implements AuditProgress {
    private long looks;
    private long most;

    @Override
    public void at(String step, long done, long about) {}

    @Override
    public boolean isStopWanted() {
      if (looks++ % (MISSING / 10) == 0) {
        try (Stream<Path> files = Files.list(directory)) {
          most = Math.max(most, files.mapToLong(file -> file.toFile().length()).sum());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return false;
    }
  }

  /** The source table has every record of an order, and the control table nothing. */
  private final class Tables implements FakeDynamoDb {
    private final Map<String, Long> receiptReads = new ConcurrentHashMap<>();

    @Override
    public QueryResponse query(QueryRequest request) {
      QueryResponse.Builder answer =
          QueryResponse.builder()
              .items(List.of())
              .consumedCapacity(units -> units.capacityUnits(1.0));
      Set<String> values = new HashSet<>();
      request.expressionAttributeValues().values().forEach(value -> values.add(value.s()));
      if (request.tableName().equals("orders")) {
        String partition =
            Objects.requireNonNull(request.expressionAttributeValues().get(":pk")).s();
        long order = Long.parseLong(partition.substring(partition.lastIndexOf('#') + 1));
        long first =
            request.hasExclusiveStartKey()
                ? Long.parseLong(request.exclusiveStartKey().get("version").s()) + 1
                : 1;
        long last = Math.min(OF_AN_ORDER, first + PAGE - 1);
        answer.items(
            LongStream.rangeClosed(first, last).mapToObj(version -> item(order, version)).toList());
        if (last < OF_AN_ORDER) {
          answer.lastEvaluatedKey(Map.of("version", AttributeValue.fromS("" + last)));
        }
      } else {
        values.stream()
            .filter(value -> value != null && value.contains("#RECEIPT#"))
            .forEach(partition -> receiptReads.merge(partition, 1L, Long::sum));
      }
      return answer.build();
    }

    private Map<String, AttributeValue> item(long order, long version) {
      List<OutboxEvent> events =
          IntStream.range(0, OF_A_RECORD).mapToObj(index -> event(order, version, index)).toList();
      CommitContext context = CommitContext.of("/orders", writtenAt(version), "eu-west-1");
      OutboxRecord record =
          new OutboxRecord(
              aggregate(order),
              OptionalLong.of(version),
              events,
              context,
              start.plus(Duration.ofDays(7)),
              Item.builder().build());
      return SdkItem.attributesOf(CODEC.encode(CODEC.key(aggregate(order), version), record));
    }

    private OutboxEvent event(long order, long version, int index) {
      return new OutboxEvent(
          id(order, version, index),
          "OrderPlaced",
          start,
          "application/json",
          Optional.empty(),
          Payload.of("{}"),
          Optional.empty(),
          Map.of(),
          Item.builder().build());
    }
  }
}

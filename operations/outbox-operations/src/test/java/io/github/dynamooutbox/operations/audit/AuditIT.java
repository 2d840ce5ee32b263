package io.github.dynamooutbox.operations.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.localaws.DynamoDbUnderTest;
import io.github.dynamooutbox.operations.internal.read.ReadRate;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.relay.Routing;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.receipt.Receipt.Handled;
import io.github.dynamooutbox.relay.route.Rule;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Audits against a real DynamoDB API. */
class AuditIT {
  @TempDir Path directory;

  @Test
  void findsWhatHasNoReceiptAndNamesATableThatIsNone() {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (DynamoDbUnderTest dynamoDb = DynamoDbUnderTest.open()) {
      String table = "audited-" + System.nanoTime();
      // Without a TTL: the receipts of the past that this plays in would expire at once.
      dynamoDb.client().createTable(ControlTable.definition(table));
      dynamoDb.client().waiter().waitUntilTableExists(request -> request.tableName(table));
      dynamoDb.created(table);
      ControlTable control =
          ControlTable.builder(dynamoDb.client(), table, "orders", threads).build();
      AuditWorld world = new AuditWorld(1, AuditWorld.Flaw.NONE);
      world.runFor(Duration.ofHours(3));
      Instant now = world.instant();
      List<Handled> handled = new ArrayList<>();
      AuditCommits.Commit lost = world.committed().get(3);
      long events = 0;
      for (AuditCommits.Commit commit : world.committed()) {
        dynamoDb
            .client()
            .putItem(
                put ->
                    put.tableName(table)
                        .item(
                            SdkItem.attributesOf(
                                AuditWorld.CODEC.encode(commit.key(), commit.record()))));
        events += commit.record().events().size();
        for (int i = 0; i < commit.record().events().size(); i++) {
          if (!commit.equals(lost)) {
            handled.add(
                new Handled(
                    commit.key(),
                    i,
                    commit.record().events().get(i).id(),
                    commit.record().context().writtenAt(),
                    Optional.of(Set.of("bus")),
                    Set.of("bus"),
                    handled.size() < 2 ? Set.of("bus") : Set.of()));
          }
        }
      }
      control
          .receipts()
          .write(new Receipt(now.minusSeconds(3_600), handled))
          .toCompletableFuture()
          .join();
      List<Missing> missing = new ArrayList<>();

      AuditReport report = audit(dynamoDb, control, table, now, threads, missing);

      assertThat(report.events()).isEqualTo(events);
      assertThat(report.targets().get("bus").published()).isEqualTo(handled.size());
      assertThat(report.notes())
          .contains(
              "bus said 2 times that it had an event already: such an event was sent again, and is stored once");
      assertThat(report.missing()).isEqualTo(events - handled.size()).isPositive();
      assertThat(missing)
          .extracting(each -> each.event().record(), each -> each.event().index())
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, (int) report.missing())
                  .mapToObj(index -> tuple(lost.key(), index))
                  .toList());
      assertThat(missing).noneMatch(Missing::recordGone);
      assertThatThrownBy(
              () -> audit(dynamoDb, control, "no-table", now, threads, new ArrayList<>()))
          .isInstanceOf(OperatorException.class)
          .hasMessageStartingWith(
              "the table \"no-table\" does not exist in this region and account: correct its name");
    } finally {
      threads.shutdownNow();
    }
  }

  private AuditReport audit(
      DynamoDbUnderTest dynamoDb,
      ControlTable control,
      String table,
      Instant now,
      ExecutorService threads,
      List<Missing> missing) {
    TableSources sources =
        new TableSources(
            dynamoDb.client(),
            table,
            AuditWorld.CODEC.schema(),
            control,
            "the control table",
            new ReadRate(10_000, () -> false));
    Audit.Subject subject =
        new Audit.Subject(
            table,
            AuditWorld.CODEC,
            new Routing(List.of(Rule.all("bus"))),
            List.of("bus"),
            Set.of(),
            4,
            OutboxAudit.BYTES_AT_ONCE);
    AuditRequest request =
        new AuditRequest(
            AuditWorld.START,
            now,
            Duration.ZERO,
            Duration.ZERO,
            Optional.of(now),
            Duration.ofDays(7),
            2,
            directory.resolve(table));
    return new Audit(sources, subject, request, () -> now, pause -> {}, AuditProgress.NONE)
        .run(threads, missing::add);
  }
}

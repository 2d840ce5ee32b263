package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class AsyncOutboxIT {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static OrdersTable table;
  private static AsyncOutbox outbox;

  @BeforeAll
  static void start() {
    table = new OrdersTable();
    outbox =
        AsyncOutbox.builder(table.asyncClient())
            .table(OrdersTable.NAME)
            .source("/shop/orders")
            .build();
  }

  @AfterAll
  static void stop() {
    table.close();
  }

  @Test
  void businessItemAndRecordAreWrittenTogether() {
    Aggregate order = Aggregate.of("Order", "async").at(1);
    CompletableFuture<CommitResult> commit =
        outbox
            .transaction()
            .put(Items.order("async"), "attribute_not_exists(PK)")
            .events(order, Event.of("OrderPlaced", 1))
            .commit();

    assertThat(commit).succeedsWithin(LIMIT);
    assertThat(table.item(OrdersTable.NAME, Items.orderKey("async"))).isNotEmpty();
    assertThat(table.records(order).get(0).key()).isEqualTo(commit.join().records().get(0).key());
    assertThat(table.records(order).get(0).record().context().region()).isEqualTo("us-east-1");
  }

  @Test
  void ofManyCommitsOfOnePositionExactlyOneSucceeds() {
    Aggregate order = Aggregate.of("Order", "race").at(1);
    List<CompletableFuture<Boolean>> commits = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      CompletableFuture<CommitResult> commit =
          outbox.transaction().events(order, Event.of("OrderPlaced", i)).commit();
      commits.add(commit.handle((result, failure) -> failure == null));
    }

    assertThat(commits).allSatisfy(commit -> assertThat(commit).succeedsWithin(LIMIT));
    assertThat(commits).filteredOn(CompletableFuture::join).hasSize(1);
    assertThat(table.records(order)).hasSize(1);
  }

  @Test
  void takenPositionCompletesTheFuture() {
    Aggregate order = Aggregate.of("Order", "async-taken").at(1);
    assertThat(outbox.transaction().events(order, Event.of("A", 1)).commit()).succeedsWithin(LIMIT);
    assertThat(outbox.transaction().events(order, Event.of("A", 1)).commit())
        .failsWithin(LIMIT)
        .withThrowableThat()
        .withCauseExactlyInstanceOf(VersionTakenException.class);
  }
}

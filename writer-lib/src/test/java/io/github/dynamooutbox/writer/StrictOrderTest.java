package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StrictOrderTest {
  private static final String FIRST = "0000000000000000001";
  private static final String SECOND = "0000000000000000002";

  private final LockingDynamoDb dynamoDb = new LockingDynamoDb();
  private final ManualScheduler scheduler = new ManualScheduler();

  @AfterEach
  void stop() {
    scheduler.shutdownNow();
  }

  @Test
  void withoutOrderCheckTheNextRecordCanOvertake() {
    AsyncOutbox outbox = outbox(false);
    CompletableFuture<CommitResult> first = commit(outbox, 1);
    // Whoever reads the order now sees version 1, and its record is not yet on the stream.
    dynamoDb.apply(0, Items.orderKey("42"));

    CompletableFuture<CommitResult> second = commit(outbox, 2);
    dynamoDb.applyAll(1);
    assertThat(second).isCompleted();
    assertThat(first).isNotDone();
    dynamoDb.applyAll(0);

    assertThat(dynamoDb.stream).containsExactly("ORDER", "ORDER", SECOND, FIRST);
  }

  @Test
  void checkConflictsUntilThePredecessorIsApplied() {
    AsyncOutbox outbox = outbox(true);
    CompletableFuture<CommitResult> first = commit(outbox, 1);
    dynamoDb.apply(0, Items.orderKey("42"));

    CompletableFuture<CommitResult> second = commit(outbox, 2);
    assertThat(scheduler.pauses).as("in conflict, and to be sent again").hasSize(1);
    scheduler.runNext();
    assertThat(scheduler.pauses).as("still in conflict").hasSize(2);

    dynamoDb.applyAll(0);
    assertThat(first).isCompleted();
    scheduler.runNext();
    dynamoDb.applyAll(1);

    assertThat(second).isCompleted();
    assertThat(dynamoDb.stream).containsExactly("ORDER", FIRST, "ORDER", SECOND);
  }

  @Test
  void conflictOnTheOrderCheckNamesIt() {
    FakeDynamoDb refusing = new FakeDynamoDb();
    refusing.failWith(FakeDynamoDb.cancelled("None", "None", "TransactionConflict"));
    OutboxTransaction transaction = order(blocking(refusing).transaction(), 2);

    assertThat(catchThrowableOfType(CommitConflictException.class, transaction::commit).reasons())
        .singleElement()
        .hasToString(
            "action 2 (strict order check of Order#42, table orders, PK=OUTBOX#Order#42, SK="
                + FIRST
                + "): TransactionConflict");
  }

  @Test
  void firstVersionAndEventsWithoutVersionHaveNoOrderCheck() {
    FakeDynamoDb recorder = new FakeDynamoDb();
    order(blocking(recorder).transaction(), 0)
        .events(Aggregate.of("Payment", "1"), Event.of("Paid", 1))
        .commit();
    assertThat(recorder.request().transactItems()).hasSize(3);
  }

  @Test
  void checksCountAsActions() {
    OutboxTransaction transaction = blocking(new FakeDynamoDb()).transaction();
    for (int i = 0; i < 51; i++) {
      transaction.events(Aggregate.of("Order", "o-" + i).at(1), Event.of("OrderPlaced", 1));
    }
    assertThat(
            catchThrowableOfType(InvalidTransactionException.class, transaction::commit)
                .violation())
        .isEqualTo(new Violation.TooManyActions("orders", 0, 51, 0, 51, 100));
    assertThat(new Violation.TooManyActions("orders", 1, 20, 300, 4000, 100).total())
        .isEqualTo(4321);
  }

  @Test
  void whatHasNoCheckDoesNotCountAsOne() {
    FakeDynamoDb recorder = new FakeDynamoDb();
    OutboxTransaction transaction = blocking(recorder).transaction();
    for (int i = 0; i < 60; i++) {
      Aggregate order = Aggregate.of("Order", "o-" + i);
      transaction.events(i < 20 ? order : order.at(i % 2), Event.withoutPayload("OrderPlaced"));
    }
    transaction.commit();

    assertThat(recorder.request().transactItems()).hasSize(60 + 20);
  }

  private static Outbox blocking(FakeDynamoDb dynamoDb) {
    return Outbox.builder(dynamoDb)
        .table("orders")
        .source("/s")
        .strictOrder(true)
        .retry(CommitRetry.none())
        .build();
  }

  private AsyncOutbox outbox(boolean strictOrder) {
    return AsyncOutbox.builder(dynamoDb)
        .table("orders")
        .source("/s")
        .strictOrder(strictOrder)
        .scheduler(scheduler)
        .build();
  }

  private static CompletableFuture<CommitResult> commit(AsyncOutbox outbox, long version) {
    return order(outbox.transaction(), version).commit();
  }

  private static <T extends TransactionBuilder<T>> T order(T transaction, long version) {
    return transaction
        .put(Items.order("42"))
        .events(Aggregate.of("Order", "42").at(version), Event.of("OrderChanged", version));
  }
}

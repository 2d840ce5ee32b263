package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

class AsyncRetryTest {
  private final FakeDynamoDb.Async dynamoDb = new FakeDynamoDb.Async();
  private final ManualScheduler scheduler = new ManualScheduler();
  private final AsyncOutbox outbox =
      AsyncOutbox.builder(dynamoDb)
          .table("orders")
          .source("/s")
          .retry(new CommitRetry(3, Duration.ofMillis(10), Duration.ofMillis(100)))
          .scheduler(scheduler)
          .build();

  @AfterEach
  void stop() {
    scheduler.shutdownNow();
  }

  @Test
  void conflictIsSentAgainByTheSchedulerAsTheSameRequest() {
    CompletableFuture<CommitResult> result = commit();
    conflict(0);
    assertThat(dynamoDb.requests).hasSize(1);
    assertThat(result).isNotDone();

    scheduler.runNext();
    assertThat(dynamoDb.requests).hasSize(2);
    assertThat(FakeDynamoDb.withoutTimeout(dynamoDb.requests.get(1)))
        .isEqualTo(FakeDynamoDb.withoutTimeout(dynamoDb.requests.get(0)));
    dynamoDb.answers.get(1).complete(TransactWriteItemsResponse.builder().build());

    assertThat(result).isCompleted();
    assertThat(scheduler.pauses.get(0)).isLessThanOrEqualTo(Duration.ofMillis(10));
  }

  @Test
  void lastAttemptsRefusalCompletesTheFuture() {
    CompletableFuture<CommitResult> result = commit();
    conflict(0);
    scheduler.runNext();
    dynamoDb.answers.get(1).completeExceptionally(FakeDynamoDb.throttled());
    scheduler.runNext();
    conflict(2);

    assertThat(result)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .havingCause()
        .isInstanceOfSatisfying(
            CommitConflictException.class, e -> assertThat(e.attempts()).isEqualTo(3));
    assertThat(dynamoDb.requests).hasSize(3);
  }

  @Test
  void cancellingBetweenAttemptsStopsThem() {
    CompletableFuture<CommitResult> result = commit();
    conflict(0);

    result.cancel(true);

    assertThat(scheduler.nextIsCancelled()).isTrue();
    scheduler.runNext();
    assertThat(dynamoDb.requests).hasSize(1);
  }

  @Test
  void cancellingDuringALaterAttemptCancelsItsCall() {
    CompletableFuture<CommitResult> result = commit();
    conflict(0);
    scheduler.runNext();

    result.cancel(true);

    assertThat(dynamoDb.answers.get(1)).isCancelled();
    assertThat(dynamoDb.requests).hasSize(2);
  }

  @Test
  void schedulerThatHasShutDownEndsTheCommitWithTheLastRefusal() {
    CompletableFuture<CommitResult> result = commit();
    scheduler.shutdownNow();
    conflict(0);

    assertThat(result)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .havingCause()
        .isInstanceOf(CommitConflictException.class)
        .satisfies(
            e ->
                assertThat(e.getSuppressed())
                    .hasAtLeastOneElementOfType(RejectedExecutionException.class));
  }

  @Test
  void whatIsThrownBetweenTwoAttemptsEndsTheCommitWithItsRefusal() {
    IllegalStateException unforeseen = new IllegalStateException("no pause");
    scheduler.failure = unforeseen;
    CompletableFuture<CommitResult> result = commit();
    conflict(0);

    assertThat(result)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .havingCause()
        .isInstanceOf(CommitConflictException.class)
        .satisfies(e -> assertThat(e.getSuppressed()).contains(unforeseen));
  }

  @Test
  void withoutASchedulerTheSharedOneIsUsed() {
    AsyncOutbox plain = AsyncOutbox.builder(dynamoDb).table("orders").source("/s").build();
    CompletableFuture<CommitResult> result =
        plain.transaction().events(Aggregate.of("Order", "1"), Event.of("OrderPlaced", 1)).commit();
    dynamoDb.afterFirst(TransactWriteItemsResponse.builder().build());
    conflict(0);

    assertThat(result).succeedsWithin(Duration.ofSeconds(10));
    assertThat(dynamoDb.requests).hasSize(2);
  }

  private CompletableFuture<CommitResult> commit() {
    return outbox
        .transaction()
        .events(Aggregate.of("Order", "1"), Event.of("OrderPlaced", 1))
        .commit();
  }

  private void conflict(int attempt) {
    dynamoDb
        .answers
        .get(attempt)
        .completeExceptionally(FakeDynamoDb.cancelled("TransactionConflict"));
  }
}

package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

class RetryTest {
  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final List<Duration> pauses = new ArrayList<>();

  private Outbox outbox(Sleeper sleeper) {
    return Outbox.builder(dynamoDb)
        .table("orders")
        .source("/s")
        .retry(new CommitRetry(4, Duration.ofMillis(10), Duration.ofMillis(25)))
        .random(new LongestPauses())
        .sleeper(sleeper)
        .build();
  }

  private CommitResult commit() {
    return commit(pauses::add);
  }

  private CommitResult commit(Sleeper sleeper) {
    return outbox(sleeper)
        .transaction()
        .put(Items.order("1"))
        .events(Aggregate.of("Order", "1").at(1), Event.of("OrderPlaced", 1))
        .commit();
  }

  @Test
  void conflictAndThrottlingAreSentAgainAsTheSameRequest() {
    dynamoDb.failNext(
        FakeDynamoDb.cancelled("TransactionConflict"),
        FakeDynamoDb.throttled(),
        FakeDynamoDb.cancelled("ThrottlingError"));

    CommitResult result = commit();

    assertThat(result.eventIds()).hasSize(1);
    assertThat(dynamoDb.requests).hasSize(4);
    assertThat(dynamoDb.requests)
        .extracting(FakeDynamoDb::withoutTimeout)
        .containsOnly(FakeDynamoDb.withoutTimeout(dynamoDb.request()));
    assertThat(pauses)
        .containsExactly(Duration.ofMillis(10), Duration.ofMillis(20), Duration.ofMillis(25));
  }

  @Test
  void conflictAtEachAttemptIsThrownWithTheSdksExceptionAsCause() {
    TransactionCanceledException cause = FakeDynamoDb.cancelled("TransactionConflict");
    dynamoDb.failWith(cause);

    CommitConflictException e = catchThrowableOfType(CommitConflictException.class, this::commit);

    assertThat(e.attempts()).isEqualTo(4);
    assertThat(e).hasCause(cause);
    assertThat(e.reasons()).hasSize(1);
    assertThat(dynamoDb.requests).hasSize(4);
  }

  @Test
  void throttlingAtEachAttemptIsThrownWithTheSdksExceptionAsCause() {
    dynamoDb.failWith(FakeDynamoDb.throttled());

    CommitThrottledException e = catchThrowableOfType(CommitThrottledException.class, this::commit);

    assertThat(e.attempts()).isEqualTo(4);
    assertThat(e.reasons()).isEmpty();
    assertThat(e.getCause()).hasMessageContaining("slow down");
    assertThat(dynamoDb.requests).hasSize(4);
  }

  @Test
  void transactionInProgressIsAskedAfterAndThenItsOutcomeIsOpen() {
    dynamoDb.failNext(FakeDynamoDb.inProgress());
    assertThat(commit().eventIds()).hasSize(1);

    dynamoDb.failWith(FakeDynamoDb.inProgress());
    assertThatExceptionOfType(CommitInProgressException.class)
        .isThrownBy(this::commit)
        .withMessageContaining("may still be applied")
        .satisfies(e -> assertThat(e.attempts()).isEqualTo(4));
  }

  @Test
  void failedConditionsAreNotSentAgain() {
    dynamoDb.failNext(FakeDynamoDb.cancelled("ConditionalCheckFailed", "TransactionConflict"));
    assertThatExceptionOfType(ConditionFailedException.class)
        .isThrownBy(this::commit)
        .withMessageStartingWith("action 0 (")
        .withMessageEndingWith("): its condition failed; load the items again");

    dynamoDb.failNext(FakeDynamoDb.cancelled("None", "ConditionalCheckFailed"));
    assertThatExceptionOfType(VersionTakenException.class)
        .isThrownBy(this::commit)
        .withMessage(
            "Order#1 at version 1: another transaction has committed it; load the aggregate again");

    dynamoDb.failNext(FakeDynamoDb.cancelled("ValidationError"));
    assertThatExceptionOfType(TransactionCancelledException.class)
        .isThrownBy(this::commit)
        .withMessageStartingWith("the transaction was cancelled: action 0 (")
        .withMessageContaining("): ValidationError");

    assertThat(dynamoDb.requests).hasSize(3);
    assertThat(pauses).isEmpty();
  }

  @Test
  void interruptedPauseEndsTheCommitWithTheLastRefusal() {
    dynamoDb.failWith(FakeDynamoDb.cancelled("TransactionConflict"));

    assertThatExceptionOfType(CommitConflictException.class)
        .isThrownBy(
            () ->
                commit(
                    pause -> {
                      throw new InterruptedException("stop");
                    }))
        .satisfies(
            e -> {
              assertThat(e.attempts()).isEqualTo(1);
              assertThat(e.getSuppressed()).hasSize(1);
            });
    assertThat(Thread.interrupted()).isTrue();
    assertThat(dynamoDb.requests).hasSize(1);
  }

  @Test
  void failureOfTheMachineInAPauseIsThrownOn() {
    dynamoDb.failWith(FakeDynamoDb.cancelled("TransactionConflict"));
    OutOfMemoryError machine = new OutOfMemoryError("Java heap space");

    assertThatExceptionOfType(OutOfMemoryError.class)
        .isThrownBy(
            () ->
                commit(
                    pause -> {
                      throw machine;
                    }))
        .isSameAs(machine);
  }

  /** As by an interceptor in Kotlin, which need not declare it. */
  @Test
  void interruptedReadOfAMarkerLeavesTheThreadInterrupted() {
    ClientDouble.Blocking interrupted =
        new ClientDouble.Blocking() {
          @Override
          public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
            throw FakeDynamoDb.cancelled("None", "ConditionalCheckFailed");
          }

          @Override
          public GetItemResponse getItem(GetItemRequest request) {
            RetryTest.<RuntimeException>throwUndeclared(new InterruptedException("stop"));
            throw new AssertionError("was thrown");
          }
        };
    OutboxTransaction transaction =
        Outbox.builder(interrupted)
            .table("orders")
            .source("/s")
            .build()
            .transaction()
            .events(Aggregate.of("Order", "1").at(1), Event.of("OrderPlaced", 1))
            .idempotencyKey("c-1");

    assertThatExceptionOfType(CommitOutcomeUnknownException.class).isThrownBy(transaction::commit);
    assertThat(Thread.interrupted()).isTrue();
  }

  @SuppressWarnings("unchecked") // What it is for.
  private static <E extends Throwable> void throwUndeclared(Throwable failure) throws E {
    throw (E) failure;
  }
}

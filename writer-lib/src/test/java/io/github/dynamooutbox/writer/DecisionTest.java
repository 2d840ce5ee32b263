package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** Load, decide, commit, and again if another transaction was quicker. */
class DecisionTest {
  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final List<Duration> pauses = new ArrayList<>();
  private final AtomicInteger decisions = new AtomicInteger();
  private final Outbox outbox =
      Outbox.builder(dynamoDb)
          .table("orders")
          .source("/s")
          .decisions(new CommitRetry(3, Duration.ofMillis(5), Duration.ofMillis(50)))
          .sleeper(pauses::add)
          .build();

  private OutboxTransaction decide() {
    return outbox
        .transaction()
        .put(Items.order("1"))
        .events(
            Aggregate.of("Order", "1").at(decisions.incrementAndGet()),
            Event.withoutPayload("OrderPaid"));
  }

  @Test
  void decidesAgainWhenAnotherTransactionWasQuicker() {
    dynamoDb.failNext(
        FakeDynamoDb.cancelled("None", "ConditionalCheckFailed"),
        FakeDynamoDb.cancelled("ConditionalCheckFailed", "None"));

    assertThat(outbox.commit(this::decide).records().get(0).version()).hasValue(3);
    assertThat(pauses).hasSize(2);
  }

  @Test
  void givesTheLastRefusalAfterTheLastAttempt() {
    dynamoDb.failWith(FakeDynamoDb.cancelled("None", "ConditionalCheckFailed"));

    assertThatExceptionOfType(VersionTakenException.class)
        .isThrownBy(() -> outbox.commit(this::decide))
        .withMessage(
            "Order#1 at version 3: another transaction has committed it; load the aggregate again");
    assertThat(decisions).hasValue(3);
  }

  @Test
  void refusalThatNoDecisionMendsIsThrownAtOnce() {
    dynamoDb.failWith(FakeDynamoDb.cancelled("None", "ConditionalCheckFailed"));

    assertThatExceptionOfType(VersionTakenException.class)
        .isThrownBy(() -> outbox.commit(this::decide, refusal -> refusal.takenVersions().isEmpty()))
        .withMessageStartingWith("Order#1 at version 1: another transaction");
    assertThat(decisions).hasValue(1);
  }

  @Test
  void whatTheDecisionThrowsEndsIt() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                outbox.commit(
                    () -> {
                      throw new IllegalStateException("the order is shipped");
                    }));
    assertThat(pauses).isEmpty();
  }

  private CompletableFuture<CommitResult> startWithoutBlocking(
      ScriptedDynamoDb script, CommitRetry retry) {
    AsyncOutbox asyncOutbox =
        AsyncOutbox.builder(script.async())
            .table("orders")
            .source("/s")
            .decisions(retry)
            .random(new LongestPauses())
            .scheduler(script.scheduler())
            .build();
    return asyncOutbox.commit(
        () ->
            CompletableFuture.completedFuture(
                asyncOutbox
                    .transaction()
                    .events(
                        Aggregate.of("Order", "1").at(decisions.incrementAndGet()),
                        Event.withoutPayload("OrderPaid"))));
  }

  @Test
  void decidesAsOftenWithoutBlocking() {
    ScriptedDynamoDb script =
        new ScriptedDynamoDb(
            List.of(
                new ScriptedDynamoDb.Answer(
                    Duration.ZERO, FakeDynamoDb.cancelled("ConditionalCheckFailed"), Map.of())));
    CommitRetry retry = new CommitRetry(4, Duration.ofMillis(5), Duration.ofMillis(15));

    assertThat(startWithoutBlocking(script, retry))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .havingCause()
        .isInstanceOfSatisfying(
            VersionTakenException.class, e -> assertThat(e.version()).isEqualTo(4));
    assertThat(decisions).hasValue(4);
    assertThat(script.pauses)
        .containsExactly(Duration.ofMillis(5), Duration.ofMillis(10), Duration.ofMillis(15));
  }

  @Test
  void whatTheDecisionThrowsEndsItWithoutBlocking() {
    IllegalStateException shipped = new IllegalStateException("the order is shipped");
    AsyncOutbox asyncOutbox =
        AsyncOutbox.builder(new FakeDynamoDb.Async()).table("orders").source("/s").build();

    assertThat(
            asyncOutbox.commit(
                () -> {
                  throw shipped;
                }))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCause(shipped);
    assertThat(asyncOutbox.commit(() -> CompletableFuture.failedFuture(shipped)))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCause(shipped);
  }

  @Test
  void schedulerThatFailsEndsItWithTheRefusal() {
    ManualScheduler scheduler = new ManualScheduler();
    scheduler.failure = new IllegalStateException("no pause");
    FakeDynamoDb.Async async = new FakeDynamoDb.Async();
    AsyncOutbox asyncOutbox =
        AsyncOutbox.builder(async).table("orders").source("/s").scheduler(scheduler).build();
    CompletableFuture<CommitResult> commit =
        asyncOutbox.commit(
            () ->
                CompletableFuture.completedFuture(
                    asyncOutbox
                        .transaction()
                        .events(
                            Aggregate.of("Order", "1").at(1), Event.withoutPayload("OrderPaid"))));
    async.answers.get(0).completeExceptionally(FakeDynamoDb.cancelled("ConditionalCheckFailed"));

    assertThat(commit)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(PreconditionFailedException.class)
        .satisfies(
            failure -> assertThat(failure.getCause()).hasSuppressedException(scheduler.failure));
    scheduler.shutdownNow();
  }

  @Test
  void decidesAgainWithoutBlocking() {
    FakeDynamoDb.Async async = new FakeDynamoDb.Async();
    AsyncOutbox asyncOutbox = AsyncOutbox.builder(async).table("orders").source("/s").build();
    async.afterFirst(TransactWriteItemsResponse.builder().build());

    CompletableFuture<CommitResult> commit =
        asyncOutbox.commit(
            () ->
                CompletableFuture.completedFuture(
                    asyncOutbox
                        .transaction()
                        .events(
                            Aggregate.of("Order", "1").at(decisions.incrementAndGet()),
                            Event.withoutPayload("OrderPaid"))));
    async.answers.get(0).completeExceptionally(FakeDynamoDb.cancelled("ConditionalCheckFailed"));

    assertThat(commit).succeedsWithin(Duration.ofSeconds(10));
    assertThat(decisions).hasValue(2);
  }
}

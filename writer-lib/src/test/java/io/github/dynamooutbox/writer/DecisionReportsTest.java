package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.dynamooutbox.writer.CommitListener.Ending;
import io.github.dynamooutbox.writer.CommitListener.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is reported of a decision, and what cancelling one stops. */
class DecisionReportsTest {
  private final RuntimeException faster = FakeDynamoDb.cancelled("ConditionalCheckFailed");

  private final List<Report> reports = new ArrayList<>();
  private final ManualScheduler scheduler = new ManualScheduler();
  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final FakeDynamoDb.Async asyncDynamoDb = new FakeDynamoDb.Async();
  private final Outbox outbox = configured(Outbox.builder(dynamoDb)).sleeper(pause -> {}).build();
  private final AsyncOutbox async =
      configured(AsyncOutbox.builder(asyncDynamoDb)).scheduler(scheduler).build();

  private <O> OutboxBuilder<O> configured(OutboxBuilder<O> builder) {
    return builder
        .table("orders")
        .source("/s")
        .listener(reports::add)
        .decisions(new CommitRetry(3, Duration.ofMillis(1), Duration.ofMillis(1)));
  }

  private static <T extends TransactionBuilder<T>> T order(T transaction) {
    return transaction.events(Aggregate.of("Order", "1").at(1), Event.withoutPayload("Placed"));
  }

  private List<Ending> endings() {
    return reports.stream().map(Report::ending).toList();
  }

  @Test
  void attemptThatIsRepeatedIsNoOutcome() {
    dynamoDb.failNext(faster, faster);
    CommitResult unused = outbox.commit(() -> order(outbox.transaction()));

    assertThat(endings())
        .containsExactly(Ending.DECIDED_AGAIN, Ending.DECIDED_AGAIN, Ending.COMMITTED);
  }

  @Test
  void lastAttemptIsTheOutcome() {
    dynamoDb.failWith(faster);
    assertThat(catchThrowable(() -> outbox.commit(() -> order(outbox.transaction())))).isNotNull();
    assertThat(
            catchThrowable(
                () -> outbox.commit(() -> order(outbox.transaction()), refusal -> false)))
        .isNotNull();

    assertThat(endings())
        .containsExactly(
            Ending.DECIDED_AGAIN, Ending.DECIDED_AGAIN, Ending.REFUSED, Ending.REFUSED);
  }

  @Test
  void reportsNameTableAndSource() {
    CommitResult unused = order(outbox.transaction()).commit();

    assertThat(reports.get(0).table()).isEqualTo("orders");
    assertThat(reports.get(0).source()).isEqualTo("/s");
  }

  @Test
  void interruptedCommitIsReported() {
    dynamoDb.failWith(FakeDynamoDb.throttled());
    Outbox interrupted =
        configured(Outbox.builder(dynamoDb))
            .sleeper(
                pause -> {
                  throw new InterruptedException();
                })
            .build();

    assertThat(catchThrowable(() -> order(interrupted.transaction()).commit()))
        .isInstanceOf(CommitThrottledException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(endings()).containsExactly(Ending.REFUSED);
  }

  @Test
  void asynchronousAttemptThatIsRepeatedIsNoOutcome() {
    CompletableFuture<CommitResult> commit =
        async.commit(() -> CompletableFuture.completedFuture(order(async.transaction())));
    asyncDynamoDb.answer.completeExceptionally(new CompletionException(faster));

    assertThat(endings()).containsExactly(Ending.DECIDED_AGAIN);
    assertThat(commit).isNotDone();
  }

  @Test
  void cancellingADecisionStopsIt() {
    AtomicInteger decisions = new AtomicInteger();
    CompletableFuture<CommitResult> commit =
        async.commit(
            () -> {
              decisions.incrementAndGet();
              return CompletableFuture.completedFuture(order(async.transaction()));
            });
    asyncDynamoDb.answer.completeExceptionally(new CompletionException(faster));

    assertThat(commit.cancel(true)).isTrue();
    assertThat(scheduler.nextIsCancelled()).isTrue();
    scheduler.runNext();
    assertThat(decisions).hasValue(1);
    assertThat(asyncDynamoDb.requests).hasSize(1);
  }

  @Test
  void cancellingCancelsTheDecisionsOwnFutureAndTheRequest() {
    CompletableFuture<AsyncOutboxTransaction> loads = new CompletableFuture<>();
    async.commit(() -> loads).cancel(true);
    assertThat(loads).isCancelled();

    async.commit(() -> CompletableFuture.completedFuture(order(async.transaction()))).cancel(true);
    assertThat(asyncDynamoDb.answer).isCancelled();
  }

  @Test
  void cancellingACommandStopsIt() {
    CompletableFuture<AsyncOutboxTransaction> loads = new CompletableFuture<>();
    assertThat(async.commit(Command.of("k", "r"), () -> loads).cancel(true)).isTrue();

    assertThat(loads).isCancelled();
    assertThat(asyncDynamoDb.requests).isEmpty();
  }
}

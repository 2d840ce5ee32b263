package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/**
 * Thousands of commits that wait for their next attempt need no thread each: the client's only one
 * answers, the scheduler's only one sends again.
 */
@Timeout(120)
class AsyncThreadsTest {
  private static final int COMMITS = 2_000;
  private static final int ATTEMPTS = 4;

  /** The pauses together are minutes. */
  private static final CommitRetry RETRY =
      new CommitRetry(ATTEMPTS, Duration.ofMillis(200), Duration.ofMillis(200));

  private final Set<Thread> users = ConcurrentHashMap.newKeySet();
  private final ExecutorService client = Executors.newFixedThreadPool(1);
  private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
  private final CountDownLatch isAllSent = new CountDownLatch(1);
  private final AtomicInteger requests = new AtomicInteger();
  private final AsyncOutbox outbox =
      AsyncOutbox.builder(new Conflicting())
          .table("orders")
          .source("/s")
          .retry(RETRY)
          .scheduler(scheduler)
          // A machine under load takes longer for thousands of commits than one may.
          .nanoTime(() -> 0)
          .build();

  @AfterEach
  void stop() {
    isAllSent.countDown();
    client.shutdownNow();
    scheduler.shutdownNow();
  }

  @Test
  void thousandsOfCommitsThatAreSentAgainAndAgainShareTwoThreads() {
    List<CompletableFuture<CommitResult>> commits = start();
    assertThat(commits).noneMatch(CompletableFuture::isDone);
    isAllSent.countDown();

    assertThat(commits)
        .allSatisfy(
            commit ->
                assertThat(commit)
                    .failsWithin(Duration.ofMinutes(1))
                    .withThrowableThat()
                    .withCauseExactlyInstanceOf(CommitConflictException.class));
    assertThat(requests).hasValue(COMMITS * ATTEMPTS);
    assertThat(users).as("the caller, the client's and the scheduler's thread").hasSize(3);
  }

  @Test
  void cancellingThousandsOfCommitsBetweenAttemptsSendsNothingMore() throws Exception {
    List<CompletableFuture<CommitResult>> commits = start();
    // Not before the pauses begin, and the scheduler's thread is kept from ending one.
    CountDownLatch isCancelled = new CountDownLatch(1);
    scheduler.execute(() -> awaitQuietly(isCancelled));
    isAllSent.countDown();
    while (scheduler.getQueue().size() < COMMITS) {
      Thread.onSpinWait();
    }

    commits.forEach(commit -> commit.cancel(true));
    isCancelled.countDown();
    scheduler.shutdown();
    assertThat(scheduler.awaitTermination(1, TimeUnit.MINUTES)).isTrue();

    assertThat(commits).allMatch(CompletableFuture::isCancelled);
    assertThat(requests).as("the first attempts only").hasValue(COMMITS);
  }

  @Test
  void withoutASchedulerAllOutboxesShareOneThreadForRetries() {
    AsyncOutbox plain =
        AsyncOutbox.builder(new Conflicting())
            .table("orders")
            .source("/s")
            .retry(new CommitRetry(ATTEMPTS, Duration.ofMillis(20), Duration.ofMillis(20)))
            .nanoTime(() -> 0)
            .build();
    List<CompletableFuture<CommitResult>> commits = start(plain);
    isAllSent.countDown();

    assertThat(commits).allSatisfy(commit -> assertThat(commit).failsWithin(Duration.ofMinutes(1)));
    assertThat(users).as("the caller, the client's and the one for retries").hasSize(3);
  }

  private List<CompletableFuture<CommitResult>> start() {
    return start(outbox);
  }

  private static List<CompletableFuture<CommitResult>> start(AsyncOutbox outbox) {
    List<CompletableFuture<CommitResult>> commits = new ArrayList<>();
    for (int i = 0; i < COMMITS; i++) {
      commits.add(
          outbox
              .transaction()
              .events(Aggregate.of("Order", "o-" + i), Event.of("OrderPlaced", i))
              .commit());
    }
    return commits;
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Answers every request with a conflict, on its only thread, once all commits have started. */
  private final class Conflicting implements ClientDouble.Async {
    @Override
    public CompletableFuture<TransactWriteItemsResponse> transactWriteItems(
        TransactWriteItemsRequest request) {
      requests.incrementAndGet();
      users.add(Thread.currentThread());
      CompletableFuture<TransactWriteItemsResponse> answer = new CompletableFuture<>();
      client.execute(
          () -> {
            awaitQuietly(isAllSent);
            users.add(Thread.currentThread());
            answer.completeExceptionally(FakeDynamoDb.cancelled("TransactionConflict"));
          });
      return answer;
    }
  }
}

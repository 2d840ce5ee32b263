package io.github.dynamooutbox.aws.internal.inline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ParallelCallsTest {
  private final ExecutorService threads = Executors.newFixedThreadPool(8);

  @AfterEach
  void endThreads() throws InterruptedException {
    threads.shutdownNow();
    assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void givesTheResultsInTheOrderOfTheCalls() throws Exception {
    CountDownLatch lastEnded = new CountDownLatch(1);
    List<Callable<String>> calls =
        List.of(
            () -> {
              lastEnded.await();
              return "first";
            },
            () -> "second",
            () -> {
              lastEnded.countDown();
              return "third";
            });

    assertThat(ParallelCalls.start(calls, 2, threads).get())
        .isEqualTo(List.of("first", "second", "third"));
  }

  @Test
  void makesSoManyAtOnceAndNoMore() throws Exception {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch three = new CountDownLatch(3);
    CountDownLatch four = new CountDownLatch(4);
    Callable<Boolean> call =
        () -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          three.countDown();
          four.countDown();
          boolean isParallel = three.await(10, TimeUnit.SECONDS);
          // A fourth would come at once.
          boolean unused = four.await(200, TimeUnit.MILLISECONDS);
          running.decrementAndGet();
          return isParallel;
        };

    assertThat(ParallelCalls.start(Collections.nCopies(20, call), 3, threads).get())
        .hasSize(20)
        .doesNotContain(false);
    assertThat(most).hasValue(3);
  }

  /** The others may be busy with other targets for long. */
  @Test
  void endsWhereOneThreadIsFree() {
    CompletableFuture<List<Integer>> all;
    List<Callable<Integer>> calls = List.of(() -> 1, () -> 2, () -> 3);
    AtomicInteger started = new AtomicInteger();

    all =
        ParallelCalls.start(
            calls,
            3,
            task -> {
              if (started.getAndIncrement() == 1) {
                task.run();
              }
            });

    assertThat(all).isCompletedWithValue(List.of(1, 2, 3));
  }

  @Test
  void cancellingEndsWhatIsUnderWayAndStartsNothing() throws Exception {
    Stuck stuck = new Stuck();
    CompletableFuture<List<Boolean>> all =
        ParallelCalls.start(Collections.nCopies(5, stuck), 2, threads);
    assertThat(stuck.started.await(10, TimeUnit.SECONDS)).isTrue();

    assertThat(all.cancel(true)).isTrue();

    assertThat(stuck.ended.await(10, TimeUnit.SECONDS)).isTrue();
    endThreads();
    assertThat(stuck.calls).hasValue(2);
  }

  @Test
  void aFailureEndsTheOthers() throws Exception {
    Stuck stuck = new Stuck();
    Callable<Boolean> fails =
        () -> {
          stuck.started.await();
          throw new IOException("no room");
        };

    CompletableFuture<List<Boolean>> all =
        ParallelCalls.start(List.of(stuck, stuck, fails, stuck), 3, threads);

    assertThatThrownBy(all::get)
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage("no room");
    assertThat(stuck.ended.await(10, TimeUnit.SECONDS)).isTrue();
    endThreads();
    assertThat(stuck.calls).hasValue(2);
  }

  /** Ends when it is interrupted, and does not say so. Two of them are expected. */
  private static final class Stuck implements Callable<Boolean> {
    private final AtomicInteger calls = new AtomicInteger();
    private final CountDownLatch started = new CountDownLatch(2);
    private final CountDownLatch ended = new CountDownLatch(2);

    @Override
    public Boolean call() {
      calls.incrementAndGet();
      started.countDown();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        ended.countDown();
      }
      return true;
    }
  }
}

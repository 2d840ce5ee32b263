package io.github.dynamooutbox.aws.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class BlockingCallTest {
  private final ExecutorService executor = Executors.newSingleThreadExecutor();

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void completesWithTheResultOrTheFailure() throws Exception {
    assertThat(BlockingCall.start(() -> "done", executor).get()).isEqualTo("done");
    IOException broken = new IOException("broken");
    CompletableFuture<String> failed =
        BlockingCall.start(
            () -> {
              throw broken;
            },
            executor);
    assertThatThrownBy(failed::get).isInstanceOf(ExecutionException.class).cause().isSameAs(broken);
  }

  @Test
  void cancellingInterruptsAndAbortsAndLeavesTheThreadClean() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch aborted = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    CompletableFuture<String> call =
        BlockingCall.start(
            () -> {
              BlockingCall.onCancel(aborted::countDown);
              started.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.countDown();
                Thread.currentThread().interrupt();
              }
              return "late";
            },
            executor);
    started.await();
    assertThat(call.cancel(true)).isTrue();
    assertThat(aborted.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(executor.submit(Thread::interrupted).get()).isFalse();
    assertThat(call).isCancelled();
  }

  @Test
  void aRequestThatOpensAfterTheCancellationIsAbortedAtOnce() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch cancelled = new CountDownLatch(1);
    CountDownLatch aborted = new CountDownLatch(1);
    CompletableFuture<String> call =
        BlockingCall.start(
            () -> {
              started.countDown();
              awaitUninterruptibly(cancelled);
              BlockingCall.onCancel(aborted::countDown);
              return "late";
            },
            executor);
    started.await();
    call.cancel(true);
    cancelled.countDown();
    assertThat(aborted.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aCancelledCallDoesNotStart() {
    List<Runnable> queue = new ArrayList<>();
    List<String> calls = new ArrayList<>();
    CompletableFuture<Boolean> call = BlockingCall.start(() -> calls.add("called"), queue::add);
    call.cancel(true);
    queue.forEach(Runnable::run);
    assertThat(calls).isEmpty();
  }

  @Test
  void aFullExecutorFailsTheFutureNotTheCaller() {
    RejectedExecutionException full = new RejectedExecutionException("full");
    CompletableFuture<String> call =
        BlockingCall.start(
            () -> "never",
            command -> {
              throw full;
            });
    assertThatThrownBy(call::get).cause().isSameAs(full);
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        // This test is about a thread that pays no attention to interrupts.
      }
    }
  }
}

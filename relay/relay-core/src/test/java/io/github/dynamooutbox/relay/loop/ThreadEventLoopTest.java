package io.github.dynamooutbox.relay.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThreadEventLoopTest {
  private static final long BOUND_SECONDS = 30;

  private final ThreadEventLoop loop = new ThreadEventLoop("shard-7");
  private final List<String> ran = new ArrayList<>();

  @AfterEach
  void end() {
    loop.close();
  }

  @Test
  void runsEverythingInOrderOnOneThreadThatKeepsNoProcessAlive() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    // A thread is as its parent is, unless it is told otherwise.
    Thread parent = new Thread(() -> loop.execute(() -> threads.add(Thread.currentThread())));
    parent.setDaemon(false);
    parent.start();
    parent.join();
    loop.schedule(Duration.ZERO, () -> threads.add(Thread.currentThread()));
    for (int i = 0; i < 100; i++) {
      String name = "task " + i;
      loop.execute(() -> ran.add(name));
    }
    await(loop);

    assertThat(threads).hasSize(2);
    assertThat(threads.get(0)).isSameAs(threads.get(1));
    assertThat(threads.get(0).getName()).isEqualTo("shard-7");
    assertThat(threads.get(0).isDaemon()).isTrue();
    assertThat(ran).hasSize(100).startsWith("task 0", "task 1").endsWith("task 99");
  }

  @Test
  void runsATimerNotBeforeItsDelay() {
    CompletableFuture<Long> ranAt = new CompletableFuture<>();
    long start = System.nanoTime();
    loop.schedule(Duration.ofMillis(20), () -> ranAt.complete(System.nanoTime()));

    assertThat(ranAt.orTimeout(BOUND_SECONDS, TimeUnit.SECONDS).join() - start)
        .isGreaterThanOrEqualTo(Duration.ofMillis(20).toNanos());
  }

  @Test
  void takesATimerOfAnyLength() {
    EventLoop.Timer never = loop.schedule(Duration.ofSeconds(Long.MAX_VALUE), () -> ran.add("now"));
    CompletableFuture<Void> past = new CompletableFuture<>();
    loop.schedule(Duration.ofSeconds(Long.MIN_VALUE), () -> past.complete(null));
    past.orTimeout(BOUND_SECONDS, TimeUnit.SECONDS).join();

    assertThat(ran).isEmpty();
    never.cancel();
  }

  @Test
  void neverRunsATimerThatWasCancelled() {
    EventLoop.Timer[] timer = new EventLoop.Timer[1];
    CompletableFuture<Void> after = new CompletableFuture<>();
    loop.execute(
        () -> {
          timer[0] = loop.schedule(Duration.ofMillis(1), () -> ran.add("cancelled"));
          timer[0].cancel();
          loop.schedule(Duration.ofMillis(2), () -> after.complete(null));
        });
    after.orTimeout(BOUND_SECONDS, TimeUnit.SECONDS).join();
    await(loop);

    assertThat(ran).isEmpty();
  }

  @Test
  void tellsItsThreadsHandlerWhatATaskThrowsAndRunsTheNext() throws InterruptedException {
    BlockingQueue<String> told = new LinkedBlockingQueue<>();
    loop.execute(
        () ->
            Thread.currentThread()
                .setUncaughtExceptionHandler(
                    (thread, failure) -> told.add(thread.getName() + ": " + failure)));
    loop.execute(
        () -> {
          throw new IllegalStateException("a bug");
        });
    loop.schedule(
        Duration.ZERO,
        () -> {
          throw new StackOverflowError("another");
        });
    assertThat(told.poll(BOUND_SECONDS, TimeUnit.SECONDS))
        .isEqualTo("shard-7: java.lang.IllegalStateException: a bug");
    assertThat(told.poll(BOUND_SECONDS, TimeUnit.SECONDS))
        .isEqualTo("shard-7: java.lang.StackOverflowError: another");

    loop.execute(() -> ran.add("next"));
    await(loop);
    assertThat(ran).containsExactly("next");
  }

  @Test
  void takesNothingOnceItIsClosed() {
    loop.close();

    assertThatThrownBy(() -> loop.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
  }

  /** Until everything that was handed to the loop before has run. */
  private static void await(EventLoop loop) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    loop.execute(() -> done.complete(null));
    done.orTimeout(BOUND_SECONDS, TimeUnit.SECONDS).join();
  }
}

package io.github.dynamooutbox.aws.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallThreadsTest {
  private static final int THREADS = 40;

  private final ExecutorService calls = CallThreads.open(THREADS);
  private final Set<Thread> used = ConcurrentHashMap.newKeySet();

  @AfterEach
  void close() {
    calls.shutdownNow();
  }

  @Test
  void callsOneAfterTheOtherNeedFewThreads() throws Exception {
    for (int i = 0; i < 200; i++) {
      calls.submit(() -> used.add(Thread.currentThread())).get();
    }

    assertThat(used)
        .hasSizeLessThan(THREADS / 2)
        .allSatisfy(thread -> assertThat(thread.isDaemon()).isTrue());
  }

  @Test
  void asManyCallsAsThereAreThreadsRunAtOnceAndTheNextWaits() throws Exception {
    CountDownLatch started = new CountDownLatch(THREADS);
    CountDownLatch release = new CountDownLatch(1);
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      all.add(
          calls.submit(
              () -> {
                started.countDown();
                release.await();
                return null;
              }));
    }
    assertThat(started.await(1, TimeUnit.MINUTES)).isTrue();
    Future<?> next = calls.submit(() -> used.add(Thread.currentThread()));
    boolean early = next.isDone();
    release.countDown();
    for (Future<?> each : all) {
      each.get();
    }
    next.get();

    assertThat(early).isFalse();
  }

  @Test
  void noCallIsLostHoweverManyThereAre() throws Exception {
    ExecutorService one = CallThreads.open(1);
    AtomicInteger ran = new AtomicInteger();
    List<Future<?>> all = new ArrayList<>();
    for (ExecutorService pool : List.of(calls, one)) {
      IntStream.range(0, 20_000).forEach(i -> all.add(pool.submit(ran::incrementAndGet)));
    }
    for (Future<?> each : all) {
      each.get(1, TimeUnit.MINUTES);
    }
    one.shutdownNow();

    assertThat(ran).hasValue(40_000);
    assertThatThrownBy(() -> one.submit(ran::incrementAndGet))
        .isInstanceOf(RejectedExecutionException.class);
  }
}

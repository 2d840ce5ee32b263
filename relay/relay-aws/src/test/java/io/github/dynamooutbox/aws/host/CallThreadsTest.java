package io.github.dynamooutbox.aws.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
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
        .allSatisfy(thread -> assertThat(thread.isDaemon()).isTrue())
        .extracting(Thread::getContextClassLoader)
        .containsOnly(Thread.currentThread().getContextClassLoader());
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
    started.await();
    Future<?> next = calls.submit(() -> used.add(Thread.currentThread()));
    boolean early = next.isDone();
    release.countDown();
    for (Future<?> each : all) {
      each.get();
    }
    next.get();

    assertThat(early).isFalse();
  }
}

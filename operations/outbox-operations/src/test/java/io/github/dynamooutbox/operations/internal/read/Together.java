package io.github.dynamooutbox.operations.internal.read;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Requests that are answered only once so many are under way, the first one after all others. They
 * fail after ten seconds, if one is made after the other.
 */
public final class Together {
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final AtomicInteger asked = new AtomicInteger();
  private final CountDownLatch all;
  private final CountDownLatch others;

  public Together(int number) {
    all = new CountDownLatch(number);
    others = new CountDownLatch(number - 1);
  }

  /** Waits until this request may be answered. */
  public void await() {
    int number = asked.getAndIncrement();
    most.accumulateAndGet(running.incrementAndGet(), Math::max);
    all.countDown();
    await(number == 0 ? others : all);
    others.countDown();
    running.decrementAndGet();
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(10, TimeUnit.SECONDS)) {
        throw new AssertionError("one request after the other");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** How many were under way at the same time. */
  public int most() {
    return most.get();
  }
}

package io.github.dynamooutbox.inbox.lambda;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Daemon threads that end when idle and do not delay shutdown. A thread whose handler hangs is
 * replaced, until so many hang that the process is of no more use.
 */
final class WorkerThreads extends ThreadPoolExecutor {
  private static final long IDLE_SECONDS = 30;

  /** How often all threads may hang. */
  private static final int MOST_TIMES = 4;

  private final int threads;
  private int hanging;

  private WorkerThreads(int threads) {
    super(
        threads,
        threads,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        daemons(new AtomicInteger()));
    this.threads = threads;
    allowCoreThreadTimeOut(true);
  }

  private static ThreadFactory daemons(AtomicInteger numbers) {
    return work -> {
      Thread thread = new Thread(work, "inbox-batch-" + numbers.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  static WorkerThreads of(int threads) {
    return new WorkerThreads(threads);
  }

  /** A thread does not come back soon: there may be one more. */
  synchronized void hangs() {
    hanging++;
    int more = threads + Math.min(hanging, threads * MOST_TIMES);
    setMaximumPoolSize(more);
    setCorePoolSize(more);
  }

  /** It has come back. */
  synchronized void returns() {
    hanging--;
    int fewer = threads + Math.min(hanging, threads * MOST_TIMES);
    setCorePoolSize(fewer);
    setMaximumPoolSize(fewer);
  }

  /** Threads that hang if there are too many of them; 0 if not. */
  synchronized int tooManyHang() {
    return hanging >= threads * MOST_TIMES ? hanging : 0;
  }
}

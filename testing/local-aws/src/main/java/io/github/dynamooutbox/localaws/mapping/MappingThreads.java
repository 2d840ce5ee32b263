package io.github.dynamooutbox.localaws.mapping;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The daemon threads of one mapping, so that they can be ended together. */
final class MappingThreads {
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);
  private static final Duration POLL = Duration.ofMillis(10);

  private final List<Thread> threads = new CopyOnWriteArrayList<>();

  void start(Runnable work, String name, Thread.UncaughtExceptionHandler onFailure) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler(onFailure);
    threads.add(thread);
    thread.start();
  }

  void interrupt() {
    threads.forEach(Thread::interrupt);
  }

  /** Interrupts all threads and waits, bounded, until they have ended. */
  void end() {
    long deadline = System.nanoTime() + CLOSE_LIMIT.toNanos();
    try {
      while (threads.stream().anyMatch(Thread::isAlive) && System.nanoTime() - deadline < 0) {
        // Repeatedly, as another thread may just have been started.
        interrupt();
        Thread.sleep(POLL.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

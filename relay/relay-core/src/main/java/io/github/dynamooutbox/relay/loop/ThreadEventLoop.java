package io.github.dynamooutbox.relay.loop;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** An {@link EventLoop} on one daemon thread. An exception ends its task, not the loop. */
public final class ThreadEventLoop implements EventLoop, AutoCloseable {
  /** As long as never, and can be added to the executor's time without an overflow. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private final ScheduledThreadPoolExecutor executor;

  /**
   * Starts the loop.
   *
   * @param name the thread's name
   */
  public ThreadEventLoop(String name) {
    executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
  }

  @Override
  public void execute(Runnable task) {
    executor.execute(reporting(task));
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    Duration bounded =
        Collections.max(List.of(Duration.ZERO, Collections.min(List.of(delay, LONGEST))));
    long nanos = bounded.toNanos();
    Future<?> scheduled = executor.schedule(reporting(task), nanos, TimeUnit.NANOSECONDS);
    return () -> scheduled.cancel(false);
  }

  /** Discards waiting tasks and lets the thread end. */
  @Override
  public void close() {
    executor.shutdownNow();
  }

  /** Without this the executor would keep the exception in a future that nobody reads. */
  private static Runnable reporting(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (Throwable failure) {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
      }
    };
  }
}

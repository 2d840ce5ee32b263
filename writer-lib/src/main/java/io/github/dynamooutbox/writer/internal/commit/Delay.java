package io.github.dynamooutbox.writer.internal.commit;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs a task after a pause without blocking a thread. */
@FunctionalInterface
public interface Delay {

  /** Cancelling the future before the pause is over keeps the task from running. */
  Future<?> run(Duration pause, Runnable task);

  /**
   * Uses one daemon thread for all outboxes of the class loader. It starts with the first retry and
   * ends when it is idle, so there is nothing to open or close. The JDK's own timer would need a
   * pool to run the tasks, and the common pool creates a thread for each task on two cores.
   */
  static Delay shared() {
    return (pause, task) -> on(Shared.SCHEDULER).run(pause, task);
  }

  static Delay on(ScheduledExecutorService scheduler) {
    return (pause, task) -> scheduler.schedule(task, pause.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Holds the scheduler, which is created on first use. */
  final class Shared {
    private static final long IDLE_SECONDS = 10;
    private static final ScheduledThreadPoolExecutor SCHEDULER = scheduler();

    private Shared() {}

    private static ScheduledThreadPoolExecutor scheduler() {
      ScheduledThreadPoolExecutor scheduler =
          new ScheduledThreadPoolExecutor(
              1,
              task -> {
                Thread thread = new Thread(task, "dynamo-outbox-retries");
                thread.setDaemon(true);
                return thread;
              });
      scheduler.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
      scheduler.allowCoreThreadTimeOut(true);
      scheduler.setRemoveOnCancelPolicy(true);
      return scheduler;
    }
  }
}

package io.github.dynamooutbox.writer;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs a task after a pause, without blocking a thread meanwhile. */
@FunctionalInterface
interface Delay {

  /** Cancelling the future before the pause is over keeps the task from running. */
  Future<?> run(Duration pause, Runnable task);

  /** On the JDK's timer and its common pool: nothing to open, nothing to close. */
  static Delay ofTheJdk() {
    return (pause, task) -> {
      CompletableFuture<Void> timer =
          new CompletableFuture<Void>()
              .completeOnTimeout(null, pause.toNanos(), TimeUnit.NANOSECONDS);
      CompletableFuture<Void> unused = timer.thenRunAsync(task);
      return timer;
    };
  }

  static Delay on(ScheduledExecutorService scheduler) {
    return (pause, task) -> scheduler.schedule(task, pause.toNanos(), TimeUnit.NANOSECONDS);
  }
}

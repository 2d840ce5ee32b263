package io.github.dynamooutbox.writer;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Keeps tasks until the test runs them. Starts no thread. */
final class ManualScheduler extends ScheduledThreadPoolExecutor {
  final List<Duration> pauses = new ArrayList<>();

  /** Thrown instead of keeping a task. */
  @Nullable RuntimeException failure;

  private final Deque<Task> tasks = new ArrayDeque<>();

  ManualScheduler() {
    super(0);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    if (isShutdown()) {
      return super.schedule(task, delay, unit);
    }
    if (failure != null) {
      throw failure;
    }
    pauses.add(Duration.of(delay, unit.toChronoUnit()));
    Task kept = new Task(task);
    tasks.add(kept);
    return kept;
  }

  /** Runs the oldest task, unless it was cancelled. */
  void runNext() {
    tasks.remove().run();
  }

  boolean nextIsCancelled() {
    return tasks.element().isCancelled();
  }

  static final class Task extends FutureTask<Void> implements ScheduledFuture<Void> {
    Task(Runnable task) {
      super(task, null);
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return 0;
    }

    @Override
    public int compareTo(Delayed other) {
      return 0;
    }
  }
}

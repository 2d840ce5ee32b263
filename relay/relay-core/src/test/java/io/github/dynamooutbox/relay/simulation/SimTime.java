package io.github.dynamooutbox.relay.simulation;

import java.time.Instant;
import java.util.PriorityQueue;

/** The time of the whole simulated world: tasks in the order in which they are due. */
final class SimTime {
  static final long MILLIS = 1_000_000L;
  static final long SECONDS = 1_000 * MILLIS;
  static final long MINUTES = 60 * SECONDS;
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final PriorityQueue<Task> tasks = new PriorityQueue<>(256);
  private long now;
  private long order;
  private long steps;

  /** How many of the tasks will never run: most are time-outs of calls that were answered. */
  private int cancelled;

  /** Nanoseconds since the world began. */
  long now() {
    return now;
  }

  /** Counts up with each task: tells before from after within one moment. */
  long steps() {
    return steps;
  }

  Instant instant() {
    return instantAt(now);
  }

  static Instant instantAt(long time) {
    return START.plusNanos(time);
  }

  /** Something that happens in the world, whichever process is alive. */
  Task after(long delay, Runnable action) {
    return add(delay, null, action);
  }

  /** Something that a process does, if it is alive then. */
  Task add(long delay, SimProcess process, Runnable action) {
    Task task = new Task(now + delay, order++, process, action);
    tasks.add(task);
    return task;
  }

  /** Puts a task off, for a process that stands still. Its tasks keep their order. */
  void postpone(Task task, long until) {
    task.due = Math.max(task.due, until);
    tasks.add(task);
  }

  /** The next task, with the clock moved to it; null if there is none. */
  Task next() {
    while (true) {
      Task task = tasks.poll();
      if (task == null || task.action != null) {
        if (task != null) {
          now = task.due;
          steps++;
        }
        return task;
      }
      cancelled--;
    }
  }

  private void cancelled() {
    cancelled++;
    if (cancelled > 50 && cancelled > tasks.size() / 2) {
      tasks.removeIf(task -> !task.isWaiting());
      cancelled = 0;
    }
  }

  final class Task implements Comparable<Task> {
    private long due;
    private final long order;
    private final SimProcess process;
    private Runnable action;

    private Task(long due, long order, SimProcess process, Runnable action) {
      this.due = due;
      this.order = order;
      this.process = process;
      this.action = action;
    }

    SimProcess process() {
      return process;
    }

    void run() {
      Runnable once = action;
      action = null;
      once.run();
    }

    void cancel() {
      if (action != null) {
        action = null;
        cancelled();
      }
    }

    boolean isWaiting() {
      return action != null;
    }

    @Override
    public int compareTo(Task other) {
      return due != other.due ? Long.compare(due, other.due) : Long.compare(order, other.order);
    }
  }
}

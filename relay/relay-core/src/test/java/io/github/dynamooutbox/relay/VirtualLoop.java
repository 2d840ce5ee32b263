package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.loop.EventLoop;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/** An event loop in virtual time: a test runs it step by step, and nothing else moves the clock. */
public final class VirtualLoop implements EventLoop, InstantSource {
  private record Task(Instant due, long order, Runnable action) implements Comparable<Task> {
    @Override
    public int compareTo(Task other) {
      int byTime = due.compareTo(other.due);
      return byTime == 0 ? Long.compare(order, other.order) : byTime;
    }
  }

  /** A tree, as timers are cancelled often, and thousands of them may be waiting. */
  private final TreeSet<Task> tasks = new TreeSet<>();

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private long order;

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(new Task(now, order++, task));
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    Task scheduled = new Task(now.plus(delay), order++, task);
    tasks.add(scheduled);
    return () -> tasks.remove(scheduled);
  }

  /** Runs the next task, moving the clock to it. Returns false if there is none. */
  public boolean step() {
    Task next = tasks.pollFirst();
    if (next == null) {
      return false;
    }
    now = next.due();
    next.action().run();
    return true;
  }

  /** Runs what is due within this time. */
  public void runFor(Duration time) {
    Instant end = now.plus(time);
    while (!tasks.isEmpty() && !tasks.first().due().isAfter(end)) {
      step();
    }
    now = end;
  }

  /** Nothing that is waiting will ever run: whoever runs here has died. */
  public void forgetAll() {
    tasks.clear();
  }

  /** Runs until the condition holds; fails if nothing is left to run. */
  public void runUntil(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      if (!step()) {
        throw new AssertionError("nothing left to run, and the condition does not hold");
      }
    }
  }

  /** Runs all that is left. */
  public void runAll() {
    while (step()) {}
  }
}

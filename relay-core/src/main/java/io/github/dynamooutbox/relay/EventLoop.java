package io.github.dynamooutbox.relay;

import java.time.Duration;

/**
 * Runs tasks one after the other. A shard's whole state belongs to its loop, so that the relay
 * needs no locks and a test can decide the order of everything.
 */
public interface EventLoop {
  /** Runs the task after those that were handed in before it. May be called from any thread. */
  void execute(Runnable task);

  /** Runs the task once the delay is over, unless it is cancelled before. */
  Timer schedule(Duration delay, Runnable task);

  /** A task that waits for its time. */
  interface Timer {
    /** The task will not run, unless it already does. */
    void cancel();
  }
}

package io.github.dynamooutbox.relay.loop;

import java.time.Duration;

/**
 * Runs tasks one after the other. All state of a shard is confined to its loop, so that the relay
 * needs no locks and tests can control the order of everything.
 */
public interface EventLoop {
  /** Runs the task after those that were submitted before it. May be called from any thread. */
  void execute(Runnable task);

  /**
   * Runs the task once the delay is over, unless it is cancelled first.
   *
   * @param delay of any length, as times of records are whatever their writers' clocks said; if it
   *     is negative, as soon as it can
   */
  Timer schedule(Duration delay, Runnable task);

  /** A scheduled task. */
  interface Timer {
    /** Prevents the task from running, unless it is already running. */
    void cancel();
  }
}

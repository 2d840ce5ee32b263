package io.github.dynamooutbox.aws.examine;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * How much longer to wait for what does not answer. What answers soon costs nothing of it, however
 * many requests there are. Used by one thread.
 */
final class UnansweredTime {
  /** An answer that takes longer than this counts as late. */
  private static final Duration SOON = Duration.ofSeconds(2);

  private Duration left;

  UnansweredTime(Duration all) {
    left = all;
  }

  boolean isOver() {
    return left.isNegative() || left.isZero();
  }

  /**
   * Runs something in a thread of its own; false if it has not ended in time, and is left alone.
   */
  boolean await(Runnable work) {
    FutureTask<Void> task = new FutureTask<>(work, null);
    Thread thread = new Thread(task, "outbox-examination");
    thread.setDaemon(true);
    long start = System.nanoTime();
    thread.start();
    try {
      task.get(left.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      thread.interrupt();
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    } finally {
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      if (took.compareTo(SOON) > 0) {
        left = left.minus(took);
      }
    }
  }
}

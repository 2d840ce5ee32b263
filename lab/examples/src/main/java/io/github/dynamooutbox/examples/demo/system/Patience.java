package io.github.dynamooutbox.examples.demo.system;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Waits for a goal as long as there is progress. Returns if there has been none for a while: the
 * check at the end finds what is missing.
 */
public final class Patience {
  private static final Duration WITHOUT_MOVEMENT = Duration.ofSeconds(45);
  private static final Duration STEP = Duration.ofMillis(500);
  private static final long POLL_MILLIS = 100;

  private Patience() {}

  /** Something that can be waited for. */
  @FunctionalInterface
  public interface Goal {
    /** Waits for at most this long, and returns whether the goal is reached. */
    boolean reachedWithin(Duration time) throws InterruptedException;
  }

  /** Something that can only be polled. */
  @FunctionalInterface
  public interface Condition {
    boolean holds() throws InterruptedException;
  }

  /**
   * Waits for a goal.
   *
   * @param movement a figure that changes as long as there is progress
   */
  public static void await(Goal goal, LongSupplier movement) throws InterruptedException {
    long moved = System.nanoTime();
    long before = movement.getAsLong();
    while (!goal.reachedWithin(STEP)) {
      long now = movement.getAsLong();
      if (now != before) {
        moved = System.nanoTime();
        before = now;
      } else if (System.nanoTime() - moved > WITHOUT_MOVEMENT.toNanos()) {
        return;
      }
    }
  }

  /** Polls a condition until it holds. */
  public static void until(Condition condition, LongSupplier movement) throws InterruptedException {
    await(
        time -> {
          boolean holds = condition.holds();
          if (!holds) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
          }
          return holds;
        },
        movement);
  }
}

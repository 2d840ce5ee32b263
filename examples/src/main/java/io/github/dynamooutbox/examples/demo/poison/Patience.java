package io.github.dynamooutbox.examples.demo.poison;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Waits as long as something moves. What is missing then is found by the check at the end. */
final class Patience {
  private static final Duration WITHOUT_MOVEMENT = Duration.ofSeconds(45);
  private static final long STEP_MILLIS = 200;

  private Patience() {}

  /** Something that may come true. */
  @FunctionalInterface
  interface Goal {
    boolean reached() throws InterruptedException;
  }

  static void until(Goal goal, LongSupplier moving) throws InterruptedException {
    long moved = System.nanoTime();
    long before = moving.getAsLong();
    while (!goal.reached()) {
      TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
      long now = moving.getAsLong();
      if (now != before) {
        moved = System.nanoTime();
        before = now;
      } else if (System.nanoTime() - moved > WITHOUT_MOVEMENT.toNanos()) {
        return;
      }
    }
  }
}

package io.github.dynamooutbox.localaws;

import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Asks a real server again and again until it says what a test waits for. */
public final class Await {
  private Await() {}

  /** The first value that satisfies; an error with the last one if none does in time. */
  public static <T> T value(Duration limit, Supplier<T> source, Predicate<T> satisfies) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      T value = source.get();
      if (satisfies.test(value)) {
        return value;
      }
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("Not within " + limit + "; last seen: " + value);
      }
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("Interrupted", e);
      }
    }
  }

  /** Waits for a condition. */
  public static void that(Duration limit, Supplier<Boolean> condition) {
    value(limit, condition, holds -> holds);
  }
}

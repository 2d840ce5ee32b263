package io.github.dynamooutbox.examples.demo;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what a real process does. */
final class Until {
  private Until() {}

  static void isTrue(Duration patience, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not within " + patience);
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }
}

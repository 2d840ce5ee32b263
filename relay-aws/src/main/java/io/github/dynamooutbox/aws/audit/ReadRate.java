package io.github.dynamooutbox.aws.audit;

import java.util.concurrent.TimeUnit;

/** Lets readers wait until what they have read is within a rate. Thread-safe. */
final class ReadRate {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final double unitsPerSecond;
  private long freeAt = System.nanoTime();

  /**
   * A rate.
   *
   * @param unitsPerSecond read units; 0: without a limit
   */
  ReadRate(double unitsPerSecond) {
    this.unitsPerSecond = unitsPerSecond;
  }

  /** Waits as long as this reading takes at the rate; one that is interrupted does not wait. */
  void spent(double units) {
    if (unitsPerSecond <= 0) {
      return;
    }
    long until;
    synchronized (this) {
      freeAt = Math.max(freeAt, System.nanoTime()) + (long) (units / unitsPerSecond * SECOND);
      until = freeAt;
    }
    try {
      TimeUnit.NANOSECONDS.sleep(until - System.nanoTime());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

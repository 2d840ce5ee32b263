package io.github.dynamooutbox.operations.internal.read;

import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Keeps readers within a rate by making them wait after they have read. Thread-safe. */
public final class ReadRate {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** Bytes that one unit of a consistent read covers. */
  private static final double UNIT_BYTES = 4096;

  /** Upper bound on how long a waiting thread takes to notice that it should stop. */
  private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(100);

  private final double unitsPerSecond;
  private final BooleanSupplier stop;
  private long freeAt = System.nanoTime();

  /**
   * Limits reads to a rate.
   *
   * @param unitsPerSecond read units; 0: without a limit
   * @param stop true once nobody should wait any more
   */
  public ReadRate(double unitsPerSecond, BooleanSupplier stop) {
    this.unitsPerSecond = unitsPerSecond;
    this.stop = stop;
  }

  /**
   * How many items to read with one request, so that it takes what the rate allows in a second:
   * without a limit, a request reads 1 MB and takes 256 units.
   *
   * @param items how many items the table has
   */
  public OptionalInt itemsAtOnce(long items, long bytes) {
    if (unitsPerSecond <= 0 || items == 0 || bytes == 0) {
      return OptionalInt.empty();
    }
    double atOnce = unitsPerSecond * UNIT_BYTES * items / bytes;
    return OptionalInt.of((int) Math.max(1, Math.min(atOnce, Integer.MAX_VALUE)));
  }

  /** Waits as long as this read takes at the rate. Returns at once if interrupted. */
  public void spent(double units) {
    if (unitsPerSecond <= 0) {
      return;
    }
    long until;
    synchronized (this) {
      freeAt = Math.max(freeAt, System.nanoTime()) + (long) (units / unitsPerSecond * SECOND);
      until = freeAt;
    }
    try {
      for (long left = until - System.nanoTime();
          left > 0 && !stop.getAsBoolean();
          left = until - System.nanoTime()) {
        TimeUnit.NANOSECONDS.sleep(Math.min(left, SLICE));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

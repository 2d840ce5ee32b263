package io.github.dynamooutbox.kcl.internal.lease;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long the reader of one shard pauses: briefly while records come, longer when they stop,
 * within a number of reads a month. An idle shard uses a sixth of what it may, and saves the rest
 * for when records come: it then reads at the average rate and spends what is saved besides, an
 * eighth of it an hour. Spending evenly halves more latency than reading as fast as possible until
 * nothing is left. Not thread-safe.
 */
final class ReadPace {
  /** The seconds of a month of 730 hours, as AWS's prices count. */
  private static final double MONTH = Duration.ofHours(730).toSeconds();

  /** Records still count as coming for this long after the last one. */
  private static final Duration STILL_COMING = Duration.ofSeconds(2);

  /** An idle shard pauses for as long as so many reads at the average rate. */
  private static final double IDLE = 6;

  /** A record that comes after a silence waits no longer than this, or than the average pause. */
  private static final Duration LONGEST = Duration.ofSeconds(5);

  /** What is saved lasts for about this long. */
  private static final double SPENT_IN = Duration.ofHours(8).toSeconds();

  /** Nothing more is saved than this time would use. */
  private static final double SAVED_AT_MOST = Duration.ofDays(2).toSeconds();

  /** A read of so many records is one of a backlog, behind which others wait. */
  private static final int BACKLOG = 100;

  private final double shortest;
  private final double average;
  private final LongSupplier nanoTime;
  private long lastRead;
  private long lastRecords;
  private double saved;
  private double pause;

  /**
   * Starts with nothing saved.
   *
   * @param shortest the shortest pause, which bounds the reads a second
   * @param readsAMonth how many reads a month at most, on average
   */
  ReadPace(Duration shortest, long readsAMonth, LongSupplier nanoTime) {
    this.shortest = shortest.toNanos() / 1e9;
    this.average = readsAMonth / MONTH;
    this.nanoTime = nanoTime;
    lastRead = nanoTime.getAsLong();
    lastRecords = lastRead;
    pause = 1 / average;
  }

  /** The shard was read: the time from this read to the next. */
  Duration afterRead(int records) {
    long now = nanoTime.getAsLong();
    saved += (now - lastRead) / 1e9 * average - 1;
    saved = Math.min(saved, average * SAVED_AT_MOST);
    lastRead = now;
    if (records > 0) {
      lastRecords = now;
    }
    double usual = 1 / (average + Math.max(0, saved) / SPENT_IN);
    if (records >= BACKLOG) {
      pause = shortest;
    } else if (now - lastRecords < STILL_COMING.toNanos()) {
      pause = Math.max(shortest, usual + owed());
    } else {
      double longest = Math.max(1 / average, Math.min(IDLE / average, LONGEST.toNanos() / 1e9));
      pause = Math.max(shortest, Math.min(2 * pause, longest) + owed());
    }
    return Duration.ofNanos((long) (pause * 1e9));
  }

  /** What a backlog has used in advance is made up for within some reads. */
  private double owed() {
    return saved < 0 ? Math.min(-saved, 1) / average : 0;
  }
}

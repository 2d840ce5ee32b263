package io.github.dynamooutbox.kcl.internal.lease;

import java.time.Duration;

/**
 * How many shards a worker may open at a time. Opening all shards of a stream at once can take all
 * of a small machine's processor, so that no lease is renewed in time and all are lost, over and
 * over. After leases have expired, shards are opened one after the other, the next once a renewal
 * has succeeded in time; each such renewal doubles the number. Thread-safe.
 */
public final class StartPace {
  /** More shards than this wait for a renewal, which takes a third of the failover time. */
  static final int AT_FIRST = 8;

  private static final int MOST = 1_024;

  private final Duration inTime;
  private int allowed = AT_FIRST;
  private int opened;

  /**
   * @param failover how long a lease lasts; it is renewed three times in this time
   */
  public StartPace(Duration failover) {
    inTime = failover.multipliedBy(2).dividedBy(3);
  }

  /**
   * Whether another shard may be opened now; if so, it counts as opened.
   *
   * @param open how many are open; the first never has to wait
   */
  public synchronized boolean tryOpen(int open) {
    if (open > 0 && opened >= allowed) {
      return false;
    }
    opened++;
    return true;
  }

  /**
   * A lease was renewed.
   *
   * @param since the renewal before
   */
  public synchronized void renewed(Duration since) {
    if (opened > 0 && since.compareTo(inTime) <= 0) {
      opened = 0;
      allowed = Math.min(2 * allowed, MOST);
    }
  }

  /** A lease expired. */
  public synchronized void expired() {
    allowed = 1;
  }
}

package io.github.dynamooutbox.kcl.internal.lease;

import io.github.dynamooutbox.kcl.settings.WorkerSettings;
import java.time.Duration;

/**
 * The limits that follow from the failover time. Whatever that is, a worker notices that its lease
 * has expired before another one publishes: the limit of a call and the time until a stop are
 * together shorter than the lease.
 *
 * @param failover how long a lease lasts without renewal. KCL renews it three times in this time
 */
public record LeaseTimes(Duration failover) {
  /** The times of a worker with these settings. */
  public static LeaseTimes of(WorkerSettings settings) {
    return new LeaseTimes(settings.failover());
  }

  /**
   * How long a call for a lease may take, including retries. KCL does not notice that a lease has
   * expired until the renewal has ended: with a connection that died without a reset, a worker
   * would publish at the same time as the next owner. Half of the lease leaves time for another
   * call.
   */
  public Duration call() {
    return failover.dividedBy(2);
  }

  /**
   * How long such a call waits before it is made again, beside the first. Leaves time for the
   * second one, over another connection; sooner, an overloaded worker would do everything twice.
   */
  public Duration again() {
    return failover.dividedBy(3);
  }

  /** How long after its lease has expired a worker stops publishing, at most. */
  public Duration stop() {
    return failover.dividedBy(15);
  }

  /**
   * How long a dead leader stays leader; meanwhile no lease of a dead worker is assigned and no
   * child shard starts. KCL's default: 2 minutes.
   */
  public Duration leader() {
    return failover;
  }

  /**
   * How often the leader renews its lock and the other workers check it. KCL's default: 30 s. With
   * a failover time of 5 s, 2.6 million requests a month for each worker.
   */
  public Duration heartbeat() {
    return failover.dividedBy(5);
  }
}

package io.github.dynamooutbox.kcl.internal.lease;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.leases.LeaseCoordinator;

/**
 * Tracks which leases this worker holds, from memory and a clock. KCL tracks them too, but blocks
 * its callers until a renewal in progress has ended, which may hang until the lease has expired.
 * Thread-safe.
 */
public final class HeldLeases {
  /** A lease, and when it expires unless it is renewed. */
  private record Held(Lease lease, long untilNanos) {}

  private final LeaseCoordinator kcl;
  private final Executor queries;
  private final LongSupplier nanoTime;
  private final Duration failover;
  private final Consumer<Duration> renewals;
  private final Map<String, Held> held = new ConcurrentHashMap<>();
  private final Set<String> pending = ConcurrentHashMap.newKeySet();

  /**
   * @param queries runs queries of KCL, which may block: at most one for each shard
   * @param nanoTime the clock that KCL uses for its renewals
   * @param failover how long a lease lasts
   * @param renewals receives the time between two renewals of a lease
   */
  public HeldLeases(
      LeaseCoordinator kcl,
      Executor queries,
      LongSupplier nanoTime,
      Duration failover,
      Consumer<Duration> renewals) {
    this.renewals = renewals;
    this.failover = failover;
    this.kcl = kcl;
    this.queries = queries;
    this.nanoTime = nanoTime;
  }

  /**
   * Whether this worker holds the lease and it has not expired. May wait for KCL, but only if
   * nothing is known of the lease yet.
   */
  public boolean holds(String shard) {
    Held known = held.get(shard);
    if (known == null) {
      query(shard);
      known = held.get(shard);
    }
    return known != null && nanoTime.getAsLong() - known.untilNanos() < 0;
  }

  /** Queries KCL in the background for its last renewals of these leases; forgets all others. */
  public void refresh(Collection<String> shards) {
    held.keySet().retainAll(shards);
    for (String shard : shards) {
      if (pending.add(shard)) {
        queries.execute(
            () -> {
              try {
                query(shard);
              } finally {
                pending.remove(shard);
              }
            });
      }
    }
  }

  private void query(String shard) {
    Lease lease = kcl.getCurrentlyHeldLease(shard);
    Long renewed = lease == null ? null : lease.lastCounterIncrementNanos();
    if (lease == null || renewed == null) {
      held.computeIfPresent(shard, (name, lost) -> new Held(lost.lease(), nanoTime.getAsLong()));
    } else {
      long until = renewed + failover.toNanos();
      Held before = held.put(shard, new Held(lease, until));
      if (before != null && before.untilNanos() != until) {
        renewals.accept(Duration.ofNanos(until - before.untilNanos()));
      }
    }
  }

  /**
   * Makes KCL drop a lease: if KCL had renewed it at the last moment, no worker would read the
   * shard.
   */
  public void drop(String shard) {
    Held known = held.get(shard);
    if (known != null) {
      kcl.dropLease(known.lease());
    }
  }
}

package io.github.dynamooutbox.kcl.internal.lease;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.leases.LeaseCoordinator;

/**
 * Knows which leases this worker holds, from memory and a clock. KCL knows it too, but makes
 * whoever asks wait until a renewal under way has ended, and a renewal may hang until the lease has
 * expired. Thread-safe.
 */
public final class HeldLeases {
  /** How often KCL is asked when it renewed; no request. */
  public static final Duration EVERY = Duration.ofMillis(200);

  /** A lease, and when it expires unless it is renewed. */
  private record Held(Lease lease, long untilNanos) {}

  private final LeaseCoordinator kcl;
  private final Executor asking;
  private final LongSupplier nanoTime;
  private final Map<String, Held> held = new ConcurrentHashMap<>();
  private final Set<String> asked = ConcurrentHashMap.newKeySet();

  /**
   * @param asking may be held up, by one task for each shard
   * @param nanoTime the clock by which KCL notes its renewals
   */
  public HeldLeases(LeaseCoordinator kcl, Executor asking, LongSupplier nanoTime) {
    this.kcl = kcl;
    this.asking = asking;
    this.nanoTime = nanoTime;
  }

  /**
   * Whether the lease was renewed less than its duration ago. Waits for KCL only the first time.
   */
  public boolean holds(String shard) {
    Held known = held.get(shard);
    if (known == null) {
      ask(shard);
      known = held.get(shard);
    }
    return known != null && nanoTime.getAsLong() - known.untilNanos() < 0;
  }

  /** Has KCL asked when it renewed these leases; forgets all others. */
  public void look(Collection<String> shards) {
    held.keySet().retainAll(shards);
    for (String shard : shards) {
      if (asked.add(shard)) {
        asking.execute(
            () -> {
              try {
                ask(shard);
              } finally {
                asked.remove(shard);
              }
            });
      }
    }
  }

  private void ask(String shard) {
    Lease lease = kcl.getCurrentlyHeldLease(shard);
    Long renewed = lease == null ? null : lease.lastCounterIncrementNanos();
    if (lease == null || renewed == null) {
      held.computeIfPresent(shard, (name, lost) -> new Held(lost.lease(), nanoTime.getAsLong()));
    } else {
      held.put(shard, new Held(lease, renewed + Tuning.FAILOVER.toNanos()));
    }
  }

  /**
   * Makes KCL forget a lease: had it renewed it at the last moment, nobody would read the shard.
   */
  public void drop(String shard) {
    Held known = held.get(shard);
    if (known != null) {
      kcl.dropLease(known.lease());
    }
  }
}

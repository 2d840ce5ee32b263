package io.github.dynamooutbox.kcl.internal.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.retrieval.kpl.ExtendedSequenceNumber;

/**
 * Counts the shards that no worker relays. The owner named in a lease may be dead: it is alive
 * while the lease's counter increases, which happens three times within the failover time.
 * Thread-safe.
 */
public final class LeaseOwners {
  /**
   * Costs half a million reads a month for each worker, of a table with one item for each shard.
   */
  public static final Duration EVERY = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(LeaseOwners.class);

  /**
   * Who relays a shard.
   *
   * @param worker empty if its lease was released
   * @param lasting for how long, as seen by this worker
   * @param atLeast whether this was so already at the first read, so that it may be longer
   * @param silent whether the lease was not being renewed at the last read
   */
  public record Owned(
      String shard, Optional<String> worker, Duration lasting, boolean atLeast, boolean silent) {}

  /** A lease as it was first seen in this state, and with this owner. */
  private record Seen(
      @Nullable String owner, long counter, long nanos, long ownerNanos, boolean atLeast) {
    boolean isOf(Lease lease) {
      return Objects.equals(owner, lease.leaseOwner());
    }

    boolean isStill(Lease lease) {
      return lease.leaseCounter() == counter && isOf(lease);
    }

    boolean isSilent(long now, Duration failover) {
      return owner == null || now - nanos > failover.toNanos();
    }
  }

  private final Callable<List<Lease>> table;
  private final MissingLeases missing;
  private final LongSupplier ticker;
  private final Duration failover;
  private final long started;
  private Map<String, Seen> seen = Map.of();
  private boolean hasRead;
  private long readAt;
  private long moves;
  private int lacking;
  private boolean readable;
  private Optional<String> problem = Optional.of("leases have not been read yet");

  /**
   * @param table reads the leases
   * @param missing counts shards without a lease
   * @param ticker the time in nanoseconds, from any origin
   * @param failover how long a lease lasts
   */
  public LeaseOwners(
      Callable<List<Lease>> table, MissingLeases missing, LongSupplier ticker, Duration failover) {
    this.table = table;
    this.missing = missing;
    this.ticker = ticker;
    this.failover = failover;
    started = ticker.getAsLong();
  }

  /**
   * Reads the lease table again; not to be called concurrently. Never throws, so that a timer
   * continues to call it. Health and metrics do not wait for its requests.
   */
  public void refresh() {
    try {
      List<Lease> leases = table.call().stream().filter(LeaseOwners::hasMore).toList();
      int lacking = missing.count(leases.stream().map(Lease::leaseKey).toList());
      examine(leases, lacking);
    } catch (Exception e) {
      LOG.warn("The lease table cannot be read", e);
      unknown();
    }
  }

  private synchronized void unknown() {
    readable = false;
    problem = Optional.of("the lease table cannot be read");
  }

  /** A shard that is finished needs no owner; its lease is kept for a while. */
  private static boolean hasMore(Lease lease) {
    return !ExtendedSequenceNumber.SHARD_END.equals(lease.checkpoint());
  }

  private synchronized void examine(List<Lease> leases, int withoutLease) {
    long now = ticker.getAsLong();
    Map<String, Seen> current = new HashMap<>();
    for (Lease lease : leases) {
      current.put(lease.leaseKey(), seen(seen.get(lease.leaseKey()), lease, now));
    }
    hasRead = true;
    readable = true;
    readAt = now;
    seen = current;
    lacking = withoutLease;
    problem = describe(leases.size() + lacking, unowned(now));
  }

  private int unowned(long now) {
    return lacking
        + (int) seen.values().stream().filter(state -> state.isSilent(now, failover)).count();
  }

  private Seen seen(@Nullable Seen before, Lease lease, long now) {
    String owner = lease.leaseOwner();
    long counter = lease.leaseCounter();
    if (before == null) {
      return new Seen(owner, counter, now, now, !hasRead);
    }
    if (before.isStill(lease)) {
      return before;
    }
    if (before.isOf(lease)) {
      return new Seen(owner, counter, now, before.ownerNanos(), before.atLeast());
    }
    moves += owner == null ? 0 : 1;
    return new Seen(owner, counter, now, now, false);
  }

  private static Optional<String> describe(int shards, int without) {
    if (shards == 0) {
      return Optional.of("there are no leases");
    }
    return without == 0
        ? Optional.empty()
        : Optional.of("%d of %d shards have no worker".formatted(without, shards));
  }

  /**
   * Shards that no worker relays. A lease that could not be seen to be renewed for longer than the
   * failover time counts: while the lease table cannot be read, none can be renewed. So does a
   * table that has never been read, as one shard.
   */
  public synchronized int unowned() {
    long now = ticker.getAsLong();
    if (hasRead) {
      return unowned(readable ? readAt : now);
    }
    return now - started > failover.toNanos() ? 1 : 0;
  }

  /** How many moves of a shard to another worker were seen. */
  public synchronized long moves() {
    return moves;
  }

  /** The shards that are not finished, by name. */
  public synchronized List<Owned> owners() {
    long now = ticker.getAsLong();
    List<Owned> owners = new ArrayList<>();
    new TreeMap<>(seen)
        .forEach(
            (shard, state) ->
                owners.add(
                    new Owned(
                        shard,
                        Optional.ofNullable(state.owner()),
                        Duration.ofNanos(now - state.ownerNanos()),
                        state.atLeast(),
                        state.isSilent(readAt, failover))));
    return owners;
  }

  /** Why shards have no worker; empty if each has a live one. */
  public synchronized Optional<String> problem() {
    return problem;
  }
}

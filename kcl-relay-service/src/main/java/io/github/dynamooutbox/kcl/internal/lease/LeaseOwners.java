package io.github.dynamooutbox.kcl.internal.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.retrieval.kpl.ExtendedSequenceNumber;

/**
 * Knows how many shards nobody relays. The owner that stands in a lease may be dead: it lives while
 * the lease's counter moves, which it does three times within the failover time. Thread-safe.
 */
public final class LeaseOwners {
  /** Half a million reads a month and worker, of a table with an item for each shard. */
  public static final Duration EVERY = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(LeaseOwners.class);

  /**
   * Who relays a shard.
   *
   * @param worker empty if its lease was given back
   * @param lasting for how long, as seen by this worker
   * @param atLeast whether it was so already when this worker first looked
   * @param silent whether the worker did not renew the lease any more at the last look
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

    boolean isSilent(long now) {
      return owner == null || now - nanos > Tuning.FAILOVER.toNanos();
    }
  }

  private final Callable<List<Lease>> table;
  private final MissingLeases missing;
  private final LongSupplier ticker;
  private Map<String, Seen> seen = Map.of();
  private boolean hasLooked;
  private long lookedAt;
  private long moves;
  private OptionalInt unowned = OptionalInt.empty();
  private Optional<String> problem = Optional.of("leases have not been read yet");

  /**
   * @param table reads the leases
   * @param missing counts shards without a lease
   * @param ticker the time in nanoseconds, from any start
   */
  public LeaseOwners(Callable<List<Lease>> table, MissingLeases missing, LongSupplier ticker) {
    this.table = table;
    this.missing = missing;
    this.ticker = ticker;
  }

  /**
   * Looks anew, one call at a time. Never throws, so that it is called again. Health and metrics do
   * not wait for what it asks.
   */
  public void look() {
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
    unowned = OptionalInt.empty();
    problem = Optional.of("the lease table cannot be read");
  }

  /** A shard that is finished needs no owner; its lease is kept for a while. */
  private static boolean hasMore(Lease lease) {
    return !ExtendedSequenceNumber.SHARD_END.equals(lease.checkpoint());
  }

  private synchronized void examine(List<Lease> leases, int lacking) {
    long now = ticker.getAsLong();
    Map<String, Seen> current = new HashMap<>();
    int without = lacking;
    for (Lease lease : leases) {
      Seen state = seen(seen.get(lease.leaseKey()), lease, now);
      current.put(lease.leaseKey(), state);
      if (state.isSilent(now)) {
        without++;
      }
    }
    hasLooked = true;
    lookedAt = now;
    seen = current;
    unowned = OptionalInt.of(without);
    problem = describe(leases.size() + lacking, without);
  }

  private Seen seen(@Nullable Seen before, Lease lease, long now) {
    String owner = lease.leaseOwner();
    long counter = lease.leaseCounter();
    if (before == null) {
      return new Seen(owner, counter, now, now, !hasLooked);
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

  /** Shards that no worker relays; empty while that is not known. */
  public synchronized OptionalInt unowned() {
    return unowned;
  }

  /** How often a shard was seen to get another worker. */
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
                        state.isSilent(lookedAt))));
    return owners;
  }

  /** Why somebody is missing; empty if each shard has a worker that lives. */
  public synchronized Optional<String> problem() {
    return problem;
  }
}

package io.github.dynamooutbox.kcl.internal.lease;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.Shard;

/**
 * Finds shards without a lease, which no worker would relay. KCL checks for them only every two
 * minutes. A child gets its lease once its parent is finished, so it does not count as missing one
 * before. Confined to one thread.
 */
public final class MissingLeases {
  /** In reads of {@link LeaseOwners}: the stream is described every 15 seconds. */
  private static final int EVERY = 3;

  private static final Logger LOG = LoggerFactory.getLogger(MissingLeases.class);

  private final Supplier<List<Shard>> stream;
  private final Runnable create;
  private Set<String> suspected = Set.of();
  private Set<String> missing = Set.of();
  private int calls;

  /**
   * @param stream lists the stream's shards
   * @param create creates leases where they are missing
   */
  public MissingLeases(Supplier<List<Shard>> stream, Runnable create) {
    this.stream = stream;
    this.create = create;
  }

  /**
   * Returns how many shards lacked a lease in two checks in a row, and creates their leases.
   *
   * @param unfinished shards with a lease that are not finished
   */
  int count(Collection<String> unfinished) {
    if (calls++ % EVERY == 0) {
      check(Set.copyOf(unfinished));
    }
    return missing.size();
  }

  private void check(Set<String> unfinished) {
    try {
      Set<String> lacking = lacking(stream.get(), unfinished);
      missing = lacking.stream().filter(suspected::contains).collect(Collectors.toSet());
      suspected = lacking;
      if (!missing.isEmpty()) {
        LOG.warn("Creating leases for shards without one: {}", missing);
        create.run();
      }
    } catch (SdkException e) {
      LOG.warn("The stream's shards cannot be listed", e);
    }
  }

  private static Set<String> lacking(List<Shard> shards, Set<String> unfinished) {
    Map<String, Shard> byId = new HashMap<>();
    shards.forEach(shard -> byId.put(shard.shardId(), shard));
    Set<String> lacking = new HashSet<>();
    for (Shard shard : shards) {
      if (isOpen(shard) && !isLeased(shard, byId, unfinished)) {
        lacking.add(shard.shardId());
      }
    }
    return lacking;
  }

  private static boolean isOpen(Shard shard) {
    return shard.sequenceNumberRange().endingSequenceNumber() == null;
  }

  /** Whether the shard, or one that it waits for, has a lease. */
  private static boolean isLeased(Shard shard, Map<String, Shard> byId, Set<String> unfinished) {
    for (Shard each = shard; each != null; each = byId.get(each.parentShardId())) {
      if (unfinished.contains(each.shardId())) {
        return true;
      }
    }
    return false;
  }
}

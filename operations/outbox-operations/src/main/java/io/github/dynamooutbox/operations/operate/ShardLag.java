package io.github.dynamooutbox.operations.operate;

import java.time.Duration;
import java.util.Optional;

/**
 * How far a shard of the table's stream is relayed.
 *
 * @param shard its id
 * @param lease its lease; empty if no worker has written one, as with Lambda
 * @param lag age of its oldest record that is not finished, zero if all are; empty if it is not
 *     visible from here, as with Lambda, which keeps positions to itself
 */
public record ShardLag(String shard, Optional<RelayLease> lease, Optional<Duration> lag) {
  /** The worker that relays it, by its lease; empty if nobody does, or if that is not visible. */
  public Optional<String> owner() {
    return lease.flatMap(RelayLease::owner);
  }
}

package io.github.dynamooutbox.operations.operate;

import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The status of an outbox, as far as its tables and its stream show it.
 *
 * @param at when it was read
 * @param shards the open shards of the table's stream, and closed ones that are not finished
 * @param circuits targets that do not accept everything, with the worst circuit that any shard has
 *     saved
 * @param parked all queues of parked events, those that have waited longest first
 * @param published events that each target has accepted within {@code rateOver}, by their receipts;
 *     empty if no receipts are written, or if they were not read
 * @param rateOver how far back {@code published} looks
 * @param heartbeat the newest one; or, if some of the last 16 within an hour should have arrived
 *     and have not, the first of these; empty if none is in the table
 */
public record OutboxStatus(
    Instant at,
    List<ShardLag> shards,
    Map<String, SavedCircuit> circuits,
    List<QueueSummary> parked,
    Optional<Map<String, Long>> published,
    Duration rateOver,
    Optional<Heartbeat> heartbeat) {
  public OutboxStatus {
    shards = List.copyOf(shards);
    circuits = Map.copyOf(circuits);
    parked = List.copyOf(parked);
    published = published.map(Map::copyOf);
  }

  /**
   * The shards that no worker relays although their lease has an owner: those whose lease has not
   * been renewed since this status.
   *
   * @param later leases by shard, read at least {@link RelayLease#RENEWED_WITHIN} later
   * @return ids of shards
   */
  public Set<String> unrenewed(Map<String, RelayLease> later) {
    return shards.stream()
        .filter(shard -> shard.owner().isPresent())
        .filter(
            shard -> {
              RelayLease now = later.get(shard.shard());
              return now != null && !now.isRenewedSince(shard.lease().orElseThrow());
            })
        .map(ShardLag::shard)
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * A heartbeat.
   *
   * @param committed when it was committed, by its writer's clock
   * @param arrived when the relay wrote the receipt of its arrival; empty if there is none
   */
  public record Heartbeat(Instant committed, Optional<Instant> arrived) {}
}

package io.github.dynamooutbox.aws.config;

import io.github.dynamooutbox.relay.park.BlockedAfter;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Settings of the relay.
 *
 * @param batchSize records in a batch of the event source mapping; used by the infrastructure
 * @param regions publish only records written in these regions; empty: all records
 * @param standby whether it is meant that the region in which the relay runs is not among them
 * @param parking what is parked; empty: nothing, so the relay halts at an event that it cannot
 *     publish
 * @param callTimeout maximum duration of a request to a target
 * @param window limit of what is in flight for each shard
 * @param backoff delay before retries
 */
public record RelaySettings(
    int batchSize,
    Set<String> regions,
    boolean standby,
    Optional<Parking> parking,
    Duration callTimeout,
    Window window,
    Backoff backoff) {
  public RelaySettings {
    regions = Set.copyOf(regions);
  }

  /**
   * What is wrong with {@code relay.regions} where the relay runs: without its own region, it
   * publishes no event that is written there, and all else looks well.
   *
   * @param own the region in which it runs
   */
  public Optional<String> silentIn(String own) {
    return regions.isEmpty() || regions.contains(own) || standby
        ? Optional.empty()
        : Optional.of(
            "%s, in which the relay runs, is not among them, so no event that is written there is published; add it, or set relay.standby to true where this is meant"
                .formatted(own));
  }

  /**
   * Limits of what is in flight for each shard.
   *
   * @param events deliveries, that is, events times targets
   * @param bytes payloads and an estimate of their overhead
   */
  public record Window(int events, long bytes) {}

  /**
   * What is parked in the control table.
   *
   * @param poison whether events that can never be published are parked; if not, the relay halts
   * @param blockedAfter when an event is parked that may be published later
   */
  public record Parking(boolean poison, BlockedAfter blockedAfter) {}

  /**
   * Full jitter between zero and a bound that doubles with each attempt.
   *
   * @param base bound after the first attempt
   * @param cap bound after any attempt
   */
  public record Backoff(Duration base, Duration cap) {}
}

package io.github.dynamooutbox.aws;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * How the relay works.
 *
 * @param batchSize records that the event source mapping hands over at once; for infrastructure
 * @param regions publishes only what was written in these; empty: whatever the stream shows
 * @param parking what is parked; empty: nothing, the relay halts at what it cannot publish
 * @param callTimeout how long one request to a target may take
 * @param window how much of a shard is under way at once
 * @param backoff how long to wait before trying again
 */
public record RelaySettings(
    int batchSize,
    Set<String> regions,
    Optional<Parking> parking,
    Duration callTimeout,
    Window window,
    Backoff backoff) {
  public RelaySettings {
    regions = Set.copyOf(regions);
  }

  /**
   * How much of a shard is under way at once.
   *
   * @param events events times targets
   * @param bytes of payloads and of what goes with them
   */
  public record Window(int events, long bytes) {}

  /**
   * What is parked in the control table.
   *
   * @param poison whether what can never be published is parked, rather than the relay halted
   * @param blockedAfter how long after its commit an event is parked whose target keeps failing
   */
  public record Parking(boolean poison, Duration blockedAfter) {}

  /**
   * Full jitter between zero and a bound that doubles with each attempt.
   *
   * @param base bound after the first attempt
   * @param cap bound after any attempt
   */
  public record Backoff(Duration base, Duration cap) {}
}

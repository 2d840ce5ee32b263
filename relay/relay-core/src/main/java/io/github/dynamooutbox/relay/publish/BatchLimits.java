package io.github.dynamooutbox.relay.publish;

/**
 * How much a target accepts at once.
 *
 * @param maxEntries entries in one request
 * @param maxBytes sum of {@link Entry#bytes()} in one request
 * @param maxInFlight concurrent requests for each shard
 */
public record BatchLimits(int maxEntries, long maxBytes, int maxInFlight) {
  public BatchLimits {
    if (maxEntries < 1 || maxBytes < 1 || maxInFlight < 1) {
      throw new IllegalArgumentException(
          "limits must be positive: entries %d, bytes %d, in flight %d"
              .formatted(maxEntries, maxBytes, maxInFlight));
    }
  }
}

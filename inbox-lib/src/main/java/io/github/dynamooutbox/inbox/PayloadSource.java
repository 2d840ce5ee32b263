package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.Payload;

/**
 * Fetches large payloads, to which events only refer. Implementations must be thread-safe, and must
 * fetch only from locations that they were configured for: a reference comes with a message and
 * cannot be trusted.
 */
@FunctionalInterface
public interface PayloadSource {
  /**
   * Fetches a payload. The caller verifies length and hash. Blocks.
   *
   * @return the bytes at the referenced location; of a longer object, no more than one byte beyond
   *     the referenced length
   * @throws PayloadUnavailableException if the location is not one of this source, or nothing is
   *     there
   */
  byte[] fetch(Payload.Reference reference);
}

package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.Payload;

/**
 * Fetches large payloads, which events only refer to. Implementations are thread-safe, and fetch
 * only from places that they were made for: the reference comes with a message.
 */
@FunctionalInterface
public interface PayloadSource {
  /**
   * Fetches a payload. The caller verifies length and hash. Blocks.
   *
   * @return the bytes at the reference's place, no more than a byte over its length
   * @throws PayloadUnavailableException if the place is none of this source's, or nothing is there
   */
  byte[] fetch(Payload.Reference reference);
}

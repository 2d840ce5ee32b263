package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.Payload;
import java.util.concurrent.CompletionStage;

/**
 * Stores payloads that are too large for a record. A payload is stored before the commit. If the
 * transaction is then refused, the payload stays without a reference until the store removes it. So
 * a store must keep payloads for longer than events are retained anywhere, and then remove them by
 * itself. Implementations are thread-safe.
 */
public interface PayloadStore {
  /**
   * Returns the location of a payload. Must depend on nothing but the arguments, so that a repeat
   * with the same id and content has the same location. Makes no request.
   *
   * @param sha256 hash of the payload, in hexadecimal
   * @return a URI
   */
  String place(String eventId, String sha256);

  /**
   * Stores a payload. Completes when it is stored, or exceptionally if that is not certain. May
   * block the calling thread, and with it the commit.
   *
   * @param reference location, length and hash of the payload; the store verifies them if it can
   */
  CompletionStage<?> put(Payload.Reference reference, byte[] payload, String contentType);
}

package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.Payload;
import java.util.concurrent.CompletionStage;

/**
 * Keeps payloads that are too large for a record. A payload is put before the commit: one whose
 * transaction is then refused stays until the store removes it, and nothing refers to it. So the
 * store keeps payloads for longer than events are retained anywhere, and then removes them by
 * itself. Implementations are thread-safe.
 */
public interface PayloadStore {
  /**
   * The place of a payload. Depends on nothing but the arguments, so that a repetition with the
   * same id and content has the same place. Makes no request.
   *
   * @param sha256 of the payload, in hexadecimal
   * @return a URI
   */
  String place(String eventId, String sha256);

  /**
   * Puts a payload. Completes when it is stored, or exceptionally if it is unknown whether it is.
   * May block the calling thread; then it blocks the commit's.
   *
   * @param reference its place, length and hash; the store verifies them where it can
   */
  CompletionStage<?> put(Payload.Reference reference, byte[] payload, String contentType);
}

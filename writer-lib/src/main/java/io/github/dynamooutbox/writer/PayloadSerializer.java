package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.Payload;

/**
 * Serialises payloads that are objects, for storage and publication. Called once for each payload
 * and commit, on the committing thread. Implementations are thread-safe.
 *
 * <p>The caller of {@code commit} gets an exception as the cause of a {@link
 * PayloadSerializationException}; nothing has been sent by then.
 */
@FunctionalInterface
public interface PayloadSerializer {

  /**
   * Writes a payload.
   *
   * @param context the event that the payload belongs to
   */
  Serialized serialize(Object payload, PayloadContext context);

  /**
   * A serialised payload.
   *
   * @param payload text or bytes
   * @param contentType its media type, for example {@code application/json}
   */
  record Serialized(Payload payload, String contentType) {}
}
